import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface SmallSmtp {
  readonly url: string;
  /** Everything that was received to its final dot, answered or not. */
  readonly received: string[];
  /** `silent` takes mails without ever answering that it did; `refusing` knows no recipient. */
  mode: 'normal' | 'silent' | 'refusing' | 'busy';
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const smtp: SmallSmtp = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    mode: 'normal',
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
  return smtp;
}
