#!/usr/bin/env node
// The subset of Mailpit's command line that the compose file uses, with the mail inbox of `npm start`.
if (process.argv[2] === 'readyz') {
  const answer = await fetch('http://127.0.0.1:8025/healthz').catch(() => undefined);
  process.exit(answer?.ok ? 0 : 1);
}
Object.assign(process.env, {
  MAIL_INBOX_HOST: '0.0.0.0',
  MAIL_INBOX_SMTP_PORT: '1025',
  MAIL_INBOX_WEB_PORT: '8025',
});
const program = '/app/deploy/mail-inbox/dist/main.js';
await import(program);
