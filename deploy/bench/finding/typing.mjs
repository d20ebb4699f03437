/* global document, requestAnimationFrame, window -- used by functions that run in the page */
import { logIn } from '../page-load.mjs';
import { madeQuestions } from './made-library.mjs';

const QUESTIONS = 3;
const BETWEEN_KEYS_MS = 150;

/**
 * Types questions letter by letter into the field that Ctrl+K opens.
 * @param {import('playwright-core').Browser} browser
 * @param {{ url: string }} product
 * @param {{ email: string, password: string }} person
 * @param {string} campaign
 * @returns {Promise<{ offered: number[], all: number[] }>} milliseconds from a letter until its suggestions
 * are
 *   painted, and until all results are painted
 */
export async function measuredTyping(browser, { url }, person, campaign) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    baseURL: url,
  });
  try {
    const page = await context.newPage();
    await logIn(page, person);
    await page.goto(`/campaigns/${campaign}/library`);
    await page.getByRole('button', { name: 'Search' }).first().click();
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.waitFor();
    /** @type {{ offered: number[], all: number[] }} */
    const ms = { offered: [], all: [] };
    for (const [at, question] of madeQuestions(QUESTIONS + 1).entries()) {
      await field.fill('');
      for (const letter of question.slice(0, 12)) {
        await page.evaluate(watch, 'offered');
        await page.keyboard.type(letter);
        const offered = await page.evaluate(whatWasSeen);
        if (at > 0 && offered !== undefined) ms.offered.push(offered);
        await page.waitForTimeout(BETWEEN_KEYS_MS);
      }
      // The last one, with nothing after it.
      await page.evaluate(watch, 'all');
      await page.keyboard.type('e');
      const all = await page.evaluate(whatWasSeen);
      if (at > 0 && all !== undefined) ms.all.push(all);
    }
    return ms;
  } finally {
    await context.close();
  }
}

/**
 * Runs in the page: result of the last watch in milliseconds; undefined if the event never occurred.
 * @returns {Promise<number | undefined>}
 */
const whatWasSeen = () => Reflect.get(window, 'benchSeen');

/**
 * Runs in the page: measures from the next letter until its suggestions, or all results, are painted; the
 * page contains their number.
 * @param {'offered' | 'all'} what
 */
function watch(what) {
  const frame = () => new Promise(requestAnimationFrame);
  const field = document.querySelector('input[role=combobox]');
  const isOffered = (/** @type {number} */ began) =>
    performance
      .getEntriesByType('resource')
      .some(
        (entry) =>
          entry instanceof PerformanceResourceTiming &&
          entry.name.includes('/search/suggest/') &&
          entry.startTime >= began - 1 &&
          entry.responseEnd > 0,
      );
  const isAllFound = () =>
    [...document.querySelectorAll('[role=status]')].some(({ textContent }) =>
      /^\d+ results?$/.test(textContent ?? ''),
    );
  const seen = async () => {
    const began = await new Promise((resolve) =>
      field?.addEventListener('input', () => resolve(performance.now()), { once: true }),
    );
    // The first frame removes earlier results.
    do {
      if (performance.now() - began > 5000) return undefined;
      await frame();
    } while (!(what === 'offered' ? isOffered(began) : isAllFound()));
    // React renders the response in a separate task, and the browser paints the result in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    performance.clearResourceTimings();
    return performance.now() - began;
  };
  Reflect.set(window, 'benchSeen', seen());
}
