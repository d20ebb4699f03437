/* global document, requestAnimationFrame, window -- used by functions that run in the page */
import { atMost, cleaningUp, goalTable, middle, sized } from '../figures.mjs';
import { gameMaster } from '../game-master.mjs';
import { launchBrowser, logIn } from '../page-load.mjs';
import { p95, watchFrames, watchTasks } from '../page-tasks.mjs';
import { NO_LIMITS, signedIn } from '../people.mjs';
import { startProduct } from '../running-product.mjs';

const DOCUMENTS = sized(200, 5);
const VISITS = sized(9, 1);
const GOALS = { interactiveMs: 500, taskMs: 50, frameMs: 34 };

/** A campaign's page with many documents. @returns {Promise<string>} */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const product = await startProduct({ ENVIRONMENT: 'production', ...NO_LIMITS });
    atEnd(product.stop);
    const { person, token } = await signedIn(product);
    const campaign = await filled(product, token);
    const browser = await launchBrowser();
    atEnd(() => browser.close());
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      baseURL: product.url,
    });
    const page = await context.newPage();
    await page.addInitScript(watchTasks);
    await logIn(page, person);

    /** @type {Visit[]} */
    const visits = [];
    for (let turn = 0; turn <= VISITS; turn++) {
      const seen = await visit(page, campaign);
      // The first brings the page's scripts, which are weighed elsewhere.
      if (turn > 0) visits.push(seen);
    }
    return report(inSum(visits));
  });

/** @param {{ url: string }} product @param {string} token */
async function filled(product, token) {
  const gm = await gameMaster(product, token);
  for (let number = 1; number <= DOCUMENTS; number++)
    await gm.uploadSmall(`Room ${number} of the Sunken Library.md`);
  return gm.campaign;
}

/**
 * @typedef {{ interactiveMs: number, openingTaskMs: number, scrollingTaskMs: number, frames: number[] }} Visit
 *   `interactiveMs` from the press on the card to the painted list; longest tasks; lengths of frames while scrolling, ms
 */

/**
 * From the home page by its card, then once down the page and up again.
 * @param {import('playwright-core').Page} page @param {string} campaign @returns {Promise<Visit>}
 */
async function visit(page, campaign) {
  await page.locator(`a[href="/campaigns/${campaign}"]`).waitFor();
  const opening = await page.evaluate(openCampaign, { campaign, count: DOCUMENTS });
  await page.mouse.move(400, 500);
  const scrolling = page.evaluate(watchFrames);
  for (const step of [300, -300])
    for (let turns = 0; turns < 40; turns++) {
      await page.mouse.wheel(0, step);
      await page.waitForTimeout(16);
    }
  await page.evaluate(() => window.dispatchEvent(new Event('bench-scrolled')));
  const { frames, taskMs } = await scrolling;
  await page.locator('header a[href="/home"]').first().click();
  return { ...opening, scrollingTaskMs: taskMs, frames };
}

/** Runs in the page. @param {{ campaign: string, count: number }} wanted */
async function openCampaign({ campaign, count }) {
  const tasks = /** @type {PerformanceEntry[]} */ (Reflect.get(window, 'longTasks'));
  const listed = () => document.querySelectorAll('main [data-name]').length === count;
  const began = performance.now();
  /** @type {HTMLElement | null} */ (
    document.querySelector(`a[href="/campaigns/${campaign}"]`)
  )?.click();
  while (!listed()) await new Promise(requestAnimationFrame);
  // After the paint and all tasks that would delay the next key press.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const interactiveMs = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, 300));
  const longest = Math.max(
    0,
    ...tasks.filter(({ startTime }) => startTime >= began).map(({ duration }) => duration),
  );
  return { interactiveMs, openingTaskMs: longest };
}

/** @param {Visit[]} visits */
const inSum = (visits) => ({
  interactiveMs: middle(visits.map(({ interactiveMs }) => interactiveMs)),
  openingTaskMs: middle(visits.map(({ openingTaskMs }) => openingTaskMs)),
  scrollingTaskMs: middle(visits.map(({ scrollingTaskMs }) => scrollingTaskMs)),
  frameMs: p95(visits.flatMap(({ frames }) => frames)),
});

const ROWS = /** @type {const} */ ([
  ['From the press on the card to the painted list, ms', 'interactiveMs'],
  ['Longest task meanwhile, ms', 'openingTaskMs'],
  ['Longest task while scrolling, ms', 'scrollingTaskMs'],
  ['Frames while scrolling, p95, ms', 'frameMs'],
]);

/** @param {ReturnType<typeof inSum>} figures */
function report(figures) {
  const shown = (/** @type {number} */ ms) => ms.toFixed(0);
  return [
    '## Campaign page',
    '',
    `A GM's campaign of ${DOCUMENTS} documents, opened by its card on the home page ${VISITS} times in Chromium at 1280 × 900 with cached scripts,`,
    'then scrolled by the wheel to its end and back. Medians. Tasks below 50 ms are not counted.',
    '',
    '| | |',
    '| --- | ---: |',
    ...ROWS.map(([label, name]) => `| ${label} | ${shown(figures[name])} |`),
    '',
    ...goalTable([
      atMost(
        `Interactive within ${GOALS.interactiveMs} ms`,
        GOALS.interactiveMs,
        figures.interactiveMs,
      ),
      atMost(
        `No task over ${GOALS.taskMs} ms while scrolling`,
        GOALS.taskMs,
        figures.scrollingTaskMs,
      ),
      atMost(
        `Frames while scrolling at most ${GOALS.frameMs} ms, p95`,
        GOALS.frameMs,
        figures.frameMs,
      ),
    ]),
  ].join('\n');
}
