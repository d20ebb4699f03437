// The mail inbox of `npm start`: receives the product's mails by SMTP and shows them on a page.
import { startMailInbox } from './mail-inbox';

const { env } = process;

// A sender without a response sends its mail again.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));

startMailInbox({
  smtpPort: Number(env['MAIL_INBOX_SMTP_PORT']),
  webPort: Number(env['MAIL_INBOX_WEB_PORT']),
  host: env['MAIL_INBOX_HOST'] ?? '127.0.0.1',
  allowedHosts: (env['MAIL_INBOX_ALLOWED_HOSTS'] ?? '').split(',').filter(Boolean),
  dir: env['MAIL_INBOX_DIR'],
}).catch((error: Error) => {
  process.stderr.write(`${error.stack ?? error.message}\n`);
  process.exit(1);
});
