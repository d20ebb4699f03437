#!/usr/bin/env node
// The subset of Mailpit's command line that the compose file uses, with the mail inbox of `npm start`.
if (process.argv[2] === 'readyz') {
  const answer = await fetch('http://127.0.0.1:8025/healthz').catch(() => undefined);
  process.exit(answer?.ok ? 0 : 1);
}
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));
process.argv.push('--ip', '0.0.0.0', '--smtp', '1025', '--web-ip', '0.0.0.0', '--web', '8025');
const program = '/app/deploy/mail-inbox/dist/main.js';
await import(program);
