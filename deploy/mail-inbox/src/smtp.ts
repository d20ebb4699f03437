import fs from 'node:fs/promises';
import { SMTPServer } from 'smtp-server';
import type { MailFolder } from './mail-folder';

/** The largest mail accepted (ours are far smaller), and the free space needed before one is accepted. */
const MAIL_BYTES = 8 * 1024 * 1024;

/** Accepts mails to every address, and confirms each once it is stored. */
export function smtpServer(folder: string, mails: MailFolder): SMTPServer {
  return new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    size: MAIL_BYTES,
    onMailFrom(_from, _session, answer) {
      void hasRoom(folder).then((has) => answer(has ? null : noRoom()));
    },
    onData(stream, _session, answer) {
      mails
        .keep(stream, () => !stream.sizeExceeded)
        .then((outcome) => answer(outcome === 'kept' ? null : tooLarge()))
        // Usually a full disk; the sender tries again later, as with any mail server.
        .catch(() => {
          stream.resume();
          answer(noRoom());
        });
    },
  });
}

async function hasRoom(folder: string): Promise<boolean> {
  // Where the room can't be known, writing will show it.
  const disk = await fs.statfs(folder).catch(() => undefined);
  return disk === undefined || disk.bavail * disk.bsize >= MAIL_BYTES;
}

/** Codes of RFC 5321. */
const refusal = (responseCode: number, words: string) =>
  Object.assign(new Error(words), { responseCode });
const noRoom = () => refusal(452, 'Insufficient system storage');
const tooLarge = () => refusal(552, 'Message exceeds fixed maximum message size');
