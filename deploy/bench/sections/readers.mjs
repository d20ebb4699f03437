import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { WORKSPACE } from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { cleaningUp, goalTable } from '../figures.mjs';
import { gameMaster } from '../game-master.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { pidOf, settingsOf, startProgram } from '../processes.mjs';
import { asMarkdown, madeBook } from '../reading/made-book.mjs';
import { startProduct } from '../running-product.mjs';

const FILES = 120;
const CAMPAIGNS = 4;
const PASSAGES = 300;
const GOAL = 1.6;

/** Whether two workers read more files than one, each with a core of its own. @returns {Promise<string>} */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const product = await startProduct({
      NODE_ENV: 'production',
      WORKERS: 'apart',
      ...NO_LIMITS,
    });
    atEnd(product.stop);
    const { token } = await signedIn(product);
    const first = await pidOf(product.dataDir, 'document-worker');
    const settings = await settingsOf(first);
    await keepToCore(first, 0);
    const alone = await filesPerSecond(product, token);
    const second = startProgram(
      path.join(WORKSPACE, 'services/document/dist/main.worker.js'),
      { ...settings, PORT: '0' },
      path.join(WORKSPACE, 'services/document'),
    );
    atEnd(second.stop);
    await keepToCore(second.child.pid ?? 0, 1);
    // Until it has begun to take jobs.
    await pause(8000);
    return report(alone, await filesPerSecond(product, token));
  });

/** With what it starts from now on. @param {number} pid @param {number} core */
const keepToCore = (pid, core) =>
  promisify(execFile)('taskset', ['-a', '-c', '-p', `${core}`, `${pid}`]);

/** @param {{ url: string }} product @param {string} token */
async function filesPerSecond(product, token) {
  const masters = [];
  for (let number = 0; number < CAMPAIGNS; number++) masters.push(await gameMaster(product, token));
  const states = async () =>
    (
      await Promise.all(
        masters.map(({ call, campaign }) => call('GET', `/documents/?campaign=${campaign}`)),
      )
    )
      .flat()
      .map(({ text_state }) => text_state);
  for (let number = 0; number < FILES; number++) {
    const text = asMarkdown(madeBook(PASSAGES, number));
    await masters[number % CAMPAIGNS]?.uploadFile(`Book ${number}.md`, Buffer.from(text));
  }
  const isRead = (/** @type {string} */ state) => state === 'ready';
  const before = (await states()).filter(isRead).length;
  const beganAt = performance.now();
  while (!(await states()).every(isRead)) await pause(250);
  return (FILES - before) / ((performance.now() - beganAt) / 1000);
}

/** @param {number} alone @param {number} together files a second */
function report(alone, together) {
  const rise = together / alone;
  return [
    '## Workers that read',
    '',
    `${FILES} Markdown files of ${PASSAGES} passages each in ${CAMPAIGNS} campaigns, read by one worker of documents and then by two, each with a core of its own, which they`,
    'share with the product that stores what they read. A worker reads two files at a time.',
    '',
    '| | 1 worker | 2 workers | 2 / 1 |',
    '| --- | ---: | ---: | ---: |',
    `| Files a second | ${alone.toFixed(2)} | ${together.toFixed(2)} | ${rise.toFixed(2)} |`,
    '',
    ...goalTable([
      {
        goal: `Two workers read at least ${GOAL} times the files of one`,
        seen: rise.toFixed(2),
        met: rise >= GOAL,
      },
    ]),
  ].join('\n');
}
