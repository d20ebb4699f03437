import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createPostgresBackend, withBackend } from 'bullmq';
import { Pool } from 'undici';
import { WORKSPACE } from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { cleaningUp, goalTable, middleOfEach } from '../figures.mjs';
import { NO_LIMITS } from '../people.mjs';
import { pidOf, settingsOf, startServer, startProgram } from '../processes.mjs';
import { startProduct } from '../running-product.mjs';
import { connectionTo, JOB, RETRY } from '../workers/queue-settings.mjs';

const PROGRAMS = path.join(import.meta.dirname, '../workers');
const JOBS = 3000;
const ROUNDS = 5;
const LIBRARY_GOAL = 0.8;

const SUBSCRIBERS = 10_000;
/** What a mail server of today takes for one mail, about. */
const MAIL_MS = 100;
const CALLERS = 8;
const ALONE_SECONDS = 20;
const FURTHER_WORKERS = 2;

/** What our library costs each job, and whether more workers send more mails. @returns {Promise<string>} */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const smtp = await startServer(path.join(PROGRAMS, 'slow-mail-server.mjs'), {
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
    const library = await compareLibrary(settings.QUEUE_URL ?? '');
    return report(library, await scaleMailing(product, smtp, settings));
  });

/** @typedef {{ ms: number, cpuMs: number }} Round */

/** @param {string} queueUrl @returns {Promise<{ ours: Round, bare: Round }>} */
async function compareLibrary(queueUrl) {
  const rounds = { ours: [], bare: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rounds.ours.push(await workedOff('ours', `bench-ours-${round}`, queueUrl));
    rounds.bare.push(await workedOff('bare', `bench-bare-${round}`, queueUrl));
  }
  return { ours: middleOfEach(rounds.ours), bare: middleOfEach(rounds.bare) };
}

/** @param {string} library @param {string} queue @param {string} queueUrl @returns {Promise<Round>} */
async function workedOff(library, queue, queueUrl) {
  await fill(queue, queueUrl);
  const worker = startProgram(path.join(PROGRAMS, 'queue-worker.mjs'), {
    LIBRARY: library,
    QUEUE: queue,
    QUEUE_URL: queueUrl,
    JOBS: String(JOBS),
  });
  try {
    return await worker.says;
  } finally {
    await worker.stop('SIGKILL');
  }
}

/** The same jobs for both, as our services add them. @param {string} name @param {string} queueUrl */
async function fill(name, queueUrl) {
  const { Queue } = withBackend(createPostgresBackend);
  const queue = new Queue(name, { connection: connectionTo(queueUrl) });
  const opts = { attempts: RETRY.attempts, backoff: { type: 'custom' }, removeOnComplete: true };
  const job = () => ({
    name: JOB,
    data: { payload: { mail_id: randomUUID() }, correlation_id: randomUUID() },
    opts,
  });
  for (let added = 0; added < JOBS; added += 500)
    await queue.addBulk(Array.from({ length: 500 }, job));
  await queue.close();
}

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

/**
 * @param {{ ours: Round, bare: Round }} library
 * @param {Awaited<ReturnType<typeof scaleMailing>>} mailing
 */
function report({ ours, bare }, { alone, together, mails, twice }) {
  const ratio = bare.ms / ours.ms;
  const rise = together.perSecond / alone.perSecond;
  const perSecond = (/** @type {Round} */ { ms }) => (((JOBS - 1) * 1000) / ms).toFixed(0);
  return [
    '## Workers',
    '',
    `${JOBS} jobs that do nothing, 5 at once, in the embedded PostgreSQL: worked off by our library (payloads checked,`,
    `correlation, mended back end) and by BullMQ's own worker. Medians of ${ROUNDS} rounds taken in turns. Then the verification`,
    `mails of ${SUBSCRIBERS.toLocaleString('en')} new subscribers to a mail server that takes ${MAIL_MS} ms for each: one worker, then`,
    `${FURTHER_WORKERS + 1}, in the same run, all on this machine beside the database and the services.`,
    '',
    '| | Ours | Bare BullMQ | Ours / bare |',
    '| --- | ---: | ---: | ---: |',
    `| Jobs a second | ${perSecond(ours)} | ${perSecond(bare)} | ${ratio.toFixed(2)} |`,
    `| Processor of the worker, ms a job | ${(ours.cpuMs / JOBS).toFixed(3)} | ${(bare.cpuMs / JOBS).toFixed(3)} | ${(ours.cpuMs / bare.cpuMs).toFixed(2)} |`,
    '',
    '| Mails | 1 worker | 3 workers | 3 / 1 |',
    '| --- | ---: | ---: | ---: |',
    `| A second | ${alone.perSecond.toFixed(0)} | ${together.perSecond.toFixed(0)} | ${rise.toFixed(2)} |`,
    `| Sent meanwhile | ${alone.mails} | ${together.mails} | |`,
    '',
    ...goalTable([
      {
        goal: `At least ${LIBRARY_GOAL} of bare BullMQ's jobs a second`,
        seen: ratio.toFixed(2),
        met: ratio >= LIBRARY_GOAL,
      },
      { goal: 'More mails a second with more workers', seen: rise.toFixed(2), met: rise > 1 },
      {
        goal: `${SUBSCRIBERS.toLocaleString('en')} mails, none twice`,
        seen: `${mails}, ${twice} twice`,
        met: mails === SUBSCRIBERS && twice === 0,
      },
    ]),
  ].join('\n');
}
