// The mail inbox of `npm start`: receives the product's mails by SMTP and shows them on a page.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { AllowedHosts } from '@tomekeeper/http-guard';
import { MailFolder } from './mail-folder';
import { smtpServer } from './smtp';
import { webServer } from './web';

const BOUNDS = { mails: 5_000, bytes: 256 * 1024 * 1024 };

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      smtp: { type: 'string', default: '1025' },
      ip: { type: 'string', default: '127.0.0.1' },
      web: { type: 'string', default: '8025' },
      'web-ip': { type: 'string', default: '127.0.0.1' },
      'mail-directory': { type: 'string' },
    },
  });
  const given = values['mail-directory'];
  const folder = given ?? fs.mkdtempSync(path.join(os.tmpdir(), 'mail-inbox-'));
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      if (given === undefined) fs.rmSync(folder, { recursive: true, force: true });
      // Whose mail was not accepted yet sends it again.
      process.exit(0);
    });
  const mails = await MailFolder.open(folder, BOUNDS);
  const hosts = new AllowedHosts({
    hosts: (process.env['MAIL_INBOX_ALLOWED_HOSTS'] ?? '').split(',').filter(Boolean),
    bind: values['web-ip'],
  });
  const smtp = smtpServer(folder, mails);
  // Errors of a connection do not affect others; an occupied port ends the program.
  smtp.on('error', (error: NodeJS.ErrnoException) => {
    process.stderr.write(`${error.message}\n`);
    if (error.syscall === 'listen') process.exit(1);
  });
  smtp.listen(Number(values.smtp), values.ip, () => {
    webServer(mails, hosts).listen(Number(values.web), values['web-ip']);
  });
}

main().catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(1);
});
