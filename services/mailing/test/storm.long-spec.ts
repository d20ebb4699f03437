import { eventually, serviceKeys } from '@tomekeeper/testing';
import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { PUBLIC_URL, SEAL_KEYS, startMailing, type MailingApp } from './mailing-app';
import { startSmallSmtp, type SmallSmtp } from './small-smtp';

/** Runs by `npm run test:storm`: too long for every test run. */
const SUBSCRIPTIONS = Number(process.env['SUBSCRIPTIONS'] ?? 1000);
const TROUBLES = Math.max(2, SUBSCRIPTIONS / 100);
/** Long enough for the worker to start anew after each trouble. */
const STORM_MS = 12_000 * TROUBLES;
const PATIENTLY = { timeout: 300_000, every: 20 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Subscriptions while workers are killed and the mail server comes and goes at random: one mail each,
 * and a second only where a delivery was cut off in SMTP's blind spot, which is counted.
 */
describe('the mailing list in a storm', () => {
  let worker: ChildProcess | undefined;
  afterEach(() => worker?.kill('SIGKILL'));

  it('loses no mail and repeats none without knowing', async () => {
    const smtp = await startSmallSmtp();
    const mailing = await startMailing({ smtpUrl: smtp.url, hostWorker: false });
    worker = startWorker(mailing, smtp);
    const storm = (async () => {
      for (let trouble = 0; trouble < TROUBLES; trouble++) {
        const before = smtp.received.length;
        await eventually(() => (smtp.received.length > before + 3 ? true : undefined), PATIENTLY);
        smtp.mode = (['silent', 'normal', 'busy'] as const)[trouble % 3] ?? 'normal';
        await pause(Math.random() * 100);
        worker?.kill('SIGKILL');
        worker = startWorker(mailing, smtp);
        await pause(500);
        smtp.mode = 'normal';
      }
    })();
    for (let at = 0; at < SUBSCRIPTIONS; at++) {
      const email = `visitor-${at}@example.org`;
      expect(await mailing.call('POST', '/api/subscribe/', { email })).toMatchObject({
        status: 201,
      });
      await pause(STORM_MS / SUBSCRIPTIONS);
    }
    await storm;
    const rows = await eventually(async () => {
      const all = await mailing.mails();
      return all.length === SUBSCRIPTIONS && all.every(({ status }) => status === 'sent')
        ? all
        : undefined;
    }, PATIENTLY);
    const copies = new Map<string, number>();
    for (const mail of smtp.received) {
      const to = /^To: <?([^>\s]+)/im.exec(mail)?.[1] ?? '';
      copies.set(to, (copies.get(to) ?? 0) + 1);
    }
    expect(copies.size).toBe(SUBSCRIPTIONS);
    const repeated = smtp.received.length - SUBSCRIPTIONS;
    const counted = rows.reduce((sum, { uncertain }) => sum + uncertain, 0);
    process.stdout.write(
      `${SUBSCRIPTIONS} subscriptions, ${TROUBLES} troubles: ${repeated} mails repeated, ${counted} counted as uncertain\n`,
    );
    expect(repeated).toBeLessThanOrEqual(counted);
    await mailing.stop();
    await smtp.stop();
  }, 900_000);
});

function startWorker(mailing: MailingApp, smtp: SmallSmtp): ChildProcess {
  const keys = serviceKeys('mailing');
  return fork(path.join(__dirname, 'worker-process.cjs'), {
    execArgv: ['--conditions=@tomekeeper/source'],
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'silent',
      SERVICE_PRIVATE_KEY: JSON.stringify(keys.privateKey('mailing')),
      SERVICE_PUBLIC_KEYS: JSON.stringify(keys.publicKeys),
      DATABASE_URL: mailing.database.databaseUrl,
      QUEUE_URL: mailing.database.queueUrl,
      PUBLIC_URL,
      MAIL_SEAL_KEYS: SEAL_KEYS,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@tomekeeper.example',
    },
  });
}
