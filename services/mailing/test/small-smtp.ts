import { freePort } from '@tomekeeper/testing';
import { createServer, type Socket } from 'node:net';

export interface SmallSmtp {
  readonly url: string;
  /** Everything that was received to its final dot, answered or not. */
  readonly received: string[];
  /** `silent` takes mails without ever answering that it did; `refusing` knows no recipient. */
  mode: 'normal' | 'silent' | 'refusing' | 'busy';
  /** Breaks every connection and takes none, until it comes up at the same address. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  stop(): Promise<void>;
}

const REPLIES = { refusing: '550 5.1.1 No such user <secret@example.org>', busy: '451 Try later' };

/** A mail server that can be as rude as real ones. */
export async function startSmallSmtp(): Promise<SmallSmtp> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    converse(socket);
  });
  const converse = (socket: Socket) => {
    const say = (line: string) => void socket.write(`${line}\r\n`);
    let pending = '';
    let content: string | undefined;
    say('220 small');
    socket.on('data', (chunk) => {
      pending += chunk.toString();
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end);
        pending = pending.slice(end + 2);
        if (content === undefined) content = command(line, say);
        else if (line === '.') {
          smtp.received.push(content);
          content = undefined;
          if (smtp.mode !== 'silent') say('250 taken');
        } else content += `${line}\n`;
      }
    });
  };
  const command = (line: string, say: (line: string) => void): string | undefined => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'DATA') {
      say('354 go on');
      return '';
    }
    if (verb === 'RCPT' && (smtp.mode === 'refusing' || smtp.mode === 'busy'))
      say(REPLIES[smtp.mode]);
    else say(verb === 'QUIT' ? '221 bye' : '250 ok');
    return undefined;
  };
  const port = await freePort();
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  const goDown = async () => {
    if (!server.listening) return;
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    sockets.forEach((socket) => socket.destroy());
    await closed;
  };
  await listen();
  const smtp: SmallSmtp = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    mode: 'normal',
    goDown,
    comeUp: async () => {
      if (!server.listening) await listen();
    },
    stop: goDown,
  };
  return smtp;
}
