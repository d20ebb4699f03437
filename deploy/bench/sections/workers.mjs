import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { WORKSPACE } from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { cleaningUp, goalTable } from '../figures.mjs';
import { NO_LIMITS } from '../people.mjs';
import { pidOf, settingsOf, startServer, startProgram } from '../processes.mjs';
import { startProduct } from '../running-product.mjs';

const SUBSCRIBERS = 10_000;
/** What a mail server of today takes for one mail, about. */
const MAIL_MS = 100;
const CALLERS = 8;
const ALONE_SECONDS = 20;
const FURTHER_WORKERS = 2;

/** Whether more workers send more mails. @returns {Promise<string>} */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const smtp = await startServer(path.join(import.meta.dirname, '../slow-mail-server.mjs'), {
      DELAY_MS: String(MAIL_MS),
    });
    atEnd(smtp.stop);
    const product = await startProduct({
      NODE_ENV: 'production',
      WORKERS: 'apart',
      SMTP_URL: smtp.url.replace('http', 'smtp'),
      ...NO_LIMITS,
      RATE_LIMIT_SUBSCRIBE: '1000000',
    });
    atEnd(product.stop);
    const settings = await settingsOf(await pidOf(product.dataDir, 'mailing-worker'));
    return report(await scaleMailing(product, smtp, settings));
  });

/**
 * @param {{ url: string }} product
 * @param {{ ask(): Promise<{ mails: number, twice: number }> }} smtp
 * @param {NodeJS.ProcessEnv} settings of the worker
 */
async function scaleMailing(product, smtp, settings) {
  await subscribeAll(product.url);
  const alone = await throughput(smtp, () => pause(ALONE_SECONDS * 1000));
  const further = Array.from({ length: FURTHER_WORKERS }, () => startWorker(settings));
  try {
    const together = await throughput(smtp, () => untilAllSent(smtp));
    return { alone, together, ...(await smtp.ask()) };
  } finally {
    await Promise.all(further.map(({ stop }) => stop()));
  }
}

/** @param {string} url */
async function subscribeAll(url) {
  const pool = new Pool(url, { connections: CALLERS });
  let next = 0;
  const caller = async () => {
    while (next < SUBSCRIBERS) {
      const email = `subscriber-${next++}@example.org`;
      const { statusCode, body } = await pool.request({
        path: '/api/subscribe/',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      await body.dump();
      if (statusCode !== 201) throw new Error(`A subscription was answered ${statusCode}.`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  await pool.close();
}

/**
 * @param {{ ask(): Promise<{ mails: number }> }} smtp
 * @param {() => Promise<unknown>} meanwhile
 */
async function throughput(smtp, meanwhile) {
  const before = (await smtp.ask()).mails;
  const beganAt = performance.now();
  await meanwhile();
  const seconds = (performance.now() - beganAt) / 1000;
  const mails = (await smtp.ask()).mails - before;
  return { mails, perSecond: mails / seconds };
}

/** @param {{ ask(): Promise<{ mails: number }> }} smtp */
async function untilAllSent(smtp) {
  while ((await smtp.ask()).mails < SUBSCRIBERS) await pause(50);
}

/** One more of what the product runs one of. @param {NodeJS.ProcessEnv} settings */
function startWorker(settings) {
  const folder = path.join(WORKSPACE, 'services/mailing');
  return startProgram(path.join(folder, 'dist/main.worker.js'), { ...settings, PORT: '0' }, folder);
}

/** @param {Awaited<ReturnType<typeof scaleMailing>>} mailing */
function report({ alone, together, mails, twice }) {
  const rise = together.perSecond / alone.perSecond;
  return [
    '## Workers',
    '',
    `The verification mails of ${SUBSCRIBERS.toLocaleString('en')} new subscribers to a mail server that takes ${MAIL_MS} ms for each: one worker, then`,
    `${FURTHER_WORKERS + 1}, in the same run, all on this machine beside the database and the services.`,
    '',
    '| Mails | 1 worker | 3 workers | 3 / 1 |',
    '| --- | ---: | ---: | ---: |',
    `| A second | ${alone.perSecond.toFixed(0)} | ${together.perSecond.toFixed(0)} | ${rise.toFixed(2)} |`,
    `| Sent meanwhile | ${alone.mails} | ${together.mails} | |`,
    '',
    ...goalTable([
      { goal: 'More mails a second with more workers', seen: rise.toFixed(2), met: rise > 1 },
      {
        goal: `${SUBSCRIBERS.toLocaleString('en')} mails, none twice`,
        seen: `${mails}, ${twice} twice`,
        met: mails === SUBSCRIBERS && twice === 0,
      },
    ]),
  ].join('\n');
}
