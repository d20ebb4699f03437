import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { WORKSPACE } from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { cleaningUp, goalTable } from '../figures.mjs';
import { gameMaster } from '../game-master.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { pidOf, settingsOf, startProgram } from '../processes.mjs';
import { launchBrowser } from '../page-load.mjs';
import { asHtml, asMarkdown, BOOK_STYLE, madeBook } from '../reading/made-book.mjs';
import { printed } from '../reading/open-texts.mjs';
import { startProduct } from '../running-product.mjs';

const CAMPAIGNS = 4;
const PASSAGES = 300;
const GOAL = 1.6;
/** Of a PDF most of the time is reading, of Markdown storing and starting a process. */
const FILES = { pdf: 48, md: 120 };
/** @typedef {keyof typeof FILES} Kind */

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
    const files = { pdf: await printedBooks(), md: markdownBooks() };
    /** @param {number[]} workers */
    const measured = async (workers) => ({
      pdf: await filesPerSecond(product, token, files.pdf, workers),
      md: await filesPerSecond(product, token, files.md, workers),
    });
    await keepToCore(first, 0);
    const alone = await measured([first]);
    const second = startProgram(
      path.join(WORKSPACE, 'services/document/dist/main.worker.js'),
      { ...settings, PORT: '0' },
      path.join(WORKSPACE, 'services/document'),
    );
    atEnd(second.stop);
    const pid = second.child.pid ?? 0;
    await keepToCore(pid, 1);
    // Until it has begun to take jobs.
    await pause(8000);
    return report(alone, await measured([first, pid]));
  });

/** With what it starts from now on. @param {number} pid @param {number} core */
const keepToCore = (pid, core) =>
  promisify(execFile)('taskset', ['-a', '-c', '-p', `${core}`, `${pid}`]);

/** @typedef {{ name: string, bytes: Buffer }} File */

/** @returns {File[]} */
const markdownBooks = () =>
  Array.from({ length: FILES.md }, (_, number) => ({
    name: `Book ${number}.md`,
    bytes: Buffer.from(asMarkdown(madeBook(PASSAGES, number))),
  }));

/** @returns {Promise<File[]>} */
const printedBooks = () =>
  cleaningUp(async (atEnd) => {
    const browser = await launchBrowser();
    atEnd(() => browser.close());
    const files = [];
    for (let number = 0; number < FILES.pdf; number++) {
      const title = `Book ${number}`;
      const body = asHtml(madeBook(PASSAGES, number));
      const bytes = await printed(browser, { title, body, style: BOOK_STYLE });
      files.push({ name: `${title}.pdf`, bytes });
    }
    return files;
  });

/**
 * All files are there before the workers, stopped until then, begin.
 * @param {{ url: string }} product @param {string} token @param {File[]} files @param {number[]} workers their process ids
 */
async function filesPerSecond(product, token, files, workers) {
  const masters = [];
  for (let number = 0; number < CAMPAIGNS; number++) masters.push(await gameMaster(product, token));
  for (const pid of workers) process.kill(pid, 'SIGSTOP');
  for (const [number, { name, bytes }] of files.entries())
    await masters[number % CAMPAIGNS]?.uploadFile(name, bytes);
  for (const pid of workers) process.kill(pid, 'SIGCONT');
  const beganAt = performance.now();
  // One after the other, and seldom enough that asking takes nothing from reading.
  for (const master of masters) await master.untilRead(1000);
  return files.length / ((performance.now() - beganAt) / 1000);
}

/** @param {Record<Kind, number>} alone @param {Record<Kind, number>} together files a second */
function report(alone, together) {
  const rise = (/** @type {Kind} */ kind) => together[kind] / alone[kind];
  const row = (/** @type {string} */ label, /** @type {Kind} */ kind) =>
    `| ${label} | ${FILES[kind]} | ${alone[kind].toFixed(2)} | ${together[kind].toFixed(2)} | ${rise(kind).toFixed(2)} |`;
  return [
    '## Workers that read',
    '',
    `Files of ${PASSAGES} passages each in ${CAMPAIGNS} campaigns, read by one worker of documents and then by two, each with a core of its own, which they`,
    'share with the product that stores what they read. A worker reads two files at a time.',
    '',
    '| Files a second | Files | 1 worker | 2 workers | 2 / 1 |',
    '| --- | ---: | ---: | ---: | ---: |',
    row('PDF', 'pdf'),
    row('Markdown', 'md'),
    '',
    ...goalTable([
      {
        goal: `Two workers read at least ${GOAL} times the PDF files of one`,
        seen: rise('pdf').toFixed(2),
        met: rise('pdf') >= GOAL,
      },
    ]),
  ].join('\n');
}
