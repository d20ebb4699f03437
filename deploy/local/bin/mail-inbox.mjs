// maildev as its own command runs it, with one thing more: it answers that it has taken a mail before the mail
// is on disk, so that a full disk would lose it. No mail is begun here without room for it; whoever sends it
// tries again later, as with any mail server.
import fs from 'node:fs';
import mailDev from 'maildev';

/** What no mail of ours comes near, even with many at once. */
const ROOM_BYTES = 8 * 1024 * 1024;
/** RFC 5321: insufficient system storage. */
const NO_ROOM = Object.assign(new Error('Insufficient system storage'), { responseCode: 452 });

const inbox = mailDev();

inbox.smtp.onMailFrom = (_from, _session, answer) => {
  fs.statfs(inbox.mailDir, (error, { bavail = 0, bsize = 0 } = {}) => {
    // Where that can't be known, it is taken as before.
    answer(!error && bavail * bsize < ROOM_BYTES ? NO_ROOM : null);
  });
};

inbox.listen();
