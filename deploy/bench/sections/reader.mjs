/* global document, requestAnimationFrame, window -- used by functions that run in the page */
import { atMost, cleaningUp, goalTable, middle, sized } from '../figures.mjs';
import { asHtml, madeBookOfWords } from '../finding/made-library.mjs';
import { gameMaster } from '../game-master.mjs';
import { launchBrowser, logIn } from '../page-load.mjs';
import { p95, watchFrames, watchTasks } from '../page-tasks.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { printed } from '../reading/printed.mjs';
import { startProduct } from '../running-product.mjs';

const SHORT = sized(2000, 200);
/** A campaign holds 100,000 passages. */
const LONG = sized(99_000, 400);
const BOOK = sized({ pages: 600, passages: 13_000, at: 400 }, { pages: 20, passages: 500, at: 10 });
const VISITS = sized(20, 1);
const GOALS = { shortMs: 200, longMs: 500, pageMs: 1000, taskMs: 50 };

/** From a row of the library to the first words, and a long book opened in its midst. @returns {Promise<string>} */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const product = await startProduct({ ENVIRONMENT: 'production', ...NO_LIMITS });
    atEnd(product.stop);
    const browser = await launchBrowser();
    atEnd(() => browser.close());
    const { person, token } = await signedIn(product);
    const long = await withFile(product, token, 'Long.md', madeBookOfWords(LONG, 7));
    const short = await withFile(product, token, 'Short.md', madeBookOfWords(SHORT, 7));
    const book = await withFile(product, token, 'Book.pdf', await longBook(browser));

    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      baseURL: product.url,
    });
    const page = await context.newPage();
    await page.addInitScript(watchTasks);
    await logIn(page, person);

    /** @type {{ short: number[], long: number[], book: number[] }} */
    const seen = { short: [], long: [], book: [] };
    for (let turn = 0; turn <= VISITS; turn++) {
      const ms = {
        short: await openRow(page, short),
        long: await openRow(page, long),
        book: await openAtPage(page, book),
      };
      // The first brings the page's scripts, which are weighed elsewhere.
      if (turn > 0) for (const name of names(ms)) seen[name].push(ms[name]);
    }
    return report(seen, { short, long, book }, await scroll(page, book));
  });

/** @template {object} T @param {T} object */
const names = (object) => /** @type {(keyof T)[]} */ (Object.keys(object));

/** @param {import('playwright-core').Browser} browser */
const longBook = (browser) =>
  printed(browser, {
    title: 'The Book of the Marsh',
    body: asHtml(madeBookOfWords(BOOK.passages, 7)),
    style: 'body { font: 10pt/1.35 serif; } h1 { break-before: page; }',
    pages: BOOK.pages,
  });

/**
 * A campaign with one document that was read.
 * @param {{ url: string }} product @param {string} token @param {string} name @param {Buffer} bytes
 */
async function withFile(product, token, name, bytes) {
  const gm = await gameMaster(product, token);
  const id = await gm.uploadFile(name, bytes);
  const states = await gm.untilRead();
  if (states[0] !== 'ready') throw new Error(`${name} is ${states[0]}.`);
  const { total } = await gm.call('GET', `/documents/${id}/passages/?limit=1`);
  return { library: `/campaigns/${gm.campaign}/library`, id, total: Number(total) };
}

/** @typedef {Awaited<ReturnType<typeof withFile>>} Opened */

/** From the press on a row of the library. @param {import('playwright-core').Page} page @param {Opened} text */
async function openRow(page, { library, id }) {
  await page.goto(library);
  await page.locator(`main a[href$="${id}"]`).first().waitFor();
  await page.waitForTimeout(300);
  return page.evaluate(pressRow, id);
}

/** Runs in the page. @param {string} id */
async function pressRow(id) {
  const began = performance.now();
  /** @type {HTMLElement | null} */ (document.querySelector(`main a[href$="${id}"]`))?.click();
  while (!document.querySelector('main [data-passage]')) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - began;
}

/**
 * Loads the complete page, as a link to a page of a book does.
 * @param {import('playwright-core').Page} page
 * @param {Opened} book
 */
async function openAtPage(page, { library, id }) {
  await page.goto('about:blank');
  await page.goto(`${library}/${id}?page=${BOOK.at}`, { waitUntil: 'commit' });
  return page.evaluate(untilRead);
}

/** Runs in the page; from its navigation on. */
async function untilRead() {
  const isSeen = () =>
    [...document.querySelectorAll('main [data-passage]')].some((passage) => {
      const { top, bottom } = passage.getBoundingClientRect();
      return top < window.innerHeight && bottom > 0;
    });
  while (!isSeen()) await new Promise(requestAnimationFrame);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now();
}

/** By the wheel through thirty windows and back. @param {import('playwright-core').Page} page @param {Opened} book */
async function scroll(page, book) {
  await openAtPage(page, book);
  await page.waitForTimeout(1500);
  await page.mouse.move(640, 500);
  const scrolling = page.evaluate(watchFrames);
  for (const step of [400, -400])
    for (let turns = 0; turns < 70; turns++) {
      await page.mouse.wheel(0, step);
      await page.waitForTimeout(16);
    }
  await page.waitForTimeout(500);
  await page.evaluate(() => window.dispatchEvent(new Event('bench-scrolled')));
  const { frames, taskMs } = await scrolling;
  return { frameMs: p95(frames), taskMs };
}

/**
 * @param {Record<'short' | 'long' | 'book', number[]>} seen
 * @param {Record<'short' | 'long' | 'book', Opened>} texts
 * @param {{ frameMs: number, taskMs: number }} scrolled
 */
function report(seen, texts, scrolled) {
  const shown = (/** @type {number} */ ms) => ms.toFixed(0);
  const row = (/** @type {string} */ label, /** @type {keyof typeof seen} */ name) =>
    `| ${label} | ${texts[name].total.toLocaleString('en')} | ${shown(middle(seen[name]))} | ${shown(p95(seen[name]))} |`;
  return [
    '## Reader',
    '',
    `In Chromium at 1280 × 900, scripts there already, answers not; ${VISITS} times each, in turns. From the press on a row of the library to the`,
    `painted first passage; and a book of ${BOOK.pages} pages (PDF) by its address with \`?page=${BOOK.at}\`, the whole page anew. Then the book is`,
    'scrolled by the wheel through thirty windows and back.',
    '',
    '| | Passages | Median, ms | p95, ms |',
    '| --- | ---: | ---: | ---: |',
    row('Row to first passage', 'short'),
    row('Row to first passage', 'long'),
    row(`Book at page ${BOOK.at}`, 'book'),
    '',
    `While scrolling: longest task ${shown(scrolled.taskMs)} ms (below 50 not counted), frames ${shown(scrolled.frameMs)} ms at p95.`,
    '',
    ...goalTable([
      atMost(
        `Row to first passage at most ${GOALS.shortMs} ms, p95, of ${SHORT.toLocaleString('en')}`,
        GOALS.shortMs,
        p95(seen.short),
      ),
      atMost(
        `… at most ${GOALS.longMs} ms, p95, of ${LONG.toLocaleString('en')}`,
        GOALS.longMs,
        p95(seen.long),
      ),
      atMost(
        `Book of ${BOOK.pages} pages at page ${BOOK.at} within a second`,
        GOALS.pageMs,
        middle(seen.book),
      ),
      atMost(`No task over ${GOALS.taskMs} ms while scrolling`, GOALS.taskMs, scrolled.taskMs),
    ]),
  ].join('\n');
}
