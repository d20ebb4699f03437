import type { Socket } from 'node:net';
import type { Fault } from './faulty-line';

/** How a mail server answers a line; `undefined` for never. */
type Answer = (line: string) => string | undefined;

/** The conversation as it goes until somebody asks for a recipient. */
const POLITE: Answer = (line) => {
  if (/^EHLO/i.test(line)) return '250 here';
  if (/^QUIT/i.test(line)) return '221 bye';
  return '250 ok';
};

/** A mail server that takes no recipient, and says this instead. */
export const refuseRecipients = (reply: string): Fault =>
  talk((line) => (/^RCPT/i.test(line) ? reply : POLITE(line)));

/**
 * A mail server that goes on promising an answer: never silent for long, and never done. What talks to it has no
 * reason to give up.
 */
export const promiseForEver: Fault = (socket) => {
  const promising = setInterval(() => socket.write('250-just a moment\r\n'), 3_000);
  socket.on('close', () => clearInterval(promising));
  talk((line) => (/^RCPT/i.test(line) ? undefined : POLITE(line)))(socket, 0);
};

function talk(answer: Answer): Fault {
  return (socket: Socket) => {
    let rest = '';
    socket.write('220 here\r\n');
    socket.on('data', (piece: Buffer) => {
      const lines = (rest + piece.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const reply = answer(line);
        if (reply !== undefined) socket.write(`${reply}\r\n`);
      }
    });
  };
}
