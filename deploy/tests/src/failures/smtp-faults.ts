import type { Socket } from 'node:net';
import type { Fault } from './faulty-line';

/** A mail server's response to a line; `undefined` for no response. */
type Answer = (line: string) => string | undefined;

/** A regular SMTP dialog up to the recipient. */
const POLITE: Answer = (line) => {
  if (/^EHLO/i.test(line)) return '250 here';
  if (/^QUIT/i.test(line)) return '221 bye';
  return '250 ok';
};

/** A mail server that rejects every recipient with this response. */
export const refuseRecipients = (reply: string): Fault =>
  talk((line) => (/^RCPT/i.test(line) ? reply : POLITE(line)));

/**
 * A mail server that sends continuation lines without end: never silent for long and never finished, so that clients
 * have no reason to time out.
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
