/* global document, HTMLElement, requestAnimationFrame -- what runs in the page */
import { cleaningUp, goalTable, middle } from '../figures.mjs';
import { gameMaster } from '../game-master.mjs';
import { launchBrowser, logIn } from '../page-load.mjs';
import { p95 } from '../page-tasks.mjs';
import { newPerson, NO_LIMITS, poolOf } from '../people.mjs';
import { asMarkdown, madeBook } from '../reading/made-book.mjs';
import { startProduct } from '../running-product.mjs';

const WORDS = 10_000;
const VISITS = 10;
const KEYSTROKES = 300;
/** Somebody who types fast. */
const BETWEEN_KEYS_MS = 60;
const GOALS = { openMs: 500, keyMs: 16 };

/** A long note opened for writing, and letters typed in its midst. @returns {Promise<string>} */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const product = await startProduct({ ENVIRONMENT: 'production', ...NO_LIMITS });
    atEnd(product.stop);
    const browser = await launchBrowser();
    atEnd(() => browser.close());
    const { client } = await poolOf(product);
    const person = await newPerson(client, product);
    const gm = await gameMaster(product, await client.signIn(person));
    const markdown = textOf(WORDS);
    const { id } = await gm.call('POST', '/documents/notes/', {
      campaign: gm.campaign,
      title: 'A long note',
      is_spoilers: true,
      markdown,
    });
    const { total } = await gm.call('GET', `/documents/${id}/passages/?limit=1`);
    const path = `/campaigns/${gm.campaign}/library/${id}`;

    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      baseURL: product.url,
    });
    const page = await context.newPage();
    await logIn(page, person);

    /** @type {number[]} */
    const opened = [];
    for (let turn = 0; turn <= VISITS; turn++) {
      await page.goto(path);
      await page.locator('main a[href$="?edit=1"]').waitFor();
      await page.locator('main [data-passage]').first().waitFor();
      await page.waitForTimeout(300);
      const ms = await page.evaluate(pressEdit);
      // The first brings the editor's scripts, which are weighed elsewhere.
      if (turn > 0) opened.push(ms);
    }
    return report({
      words: wordsIn(markdown),
      total: Number(total),
      opened,
      keys: await type(page),
    });
  });

const wordsIn = (/** @type {string} */ text) => text.split(/\s+/).length;

/** @param {number} words */
function textOf(words) {
  for (let passages = words / 40; ; passages *= 1.05) {
    const text = asMarkdown(madeBook(passages).slice(0, passages));
    if (wordsIn(text) >= words) return text;
  }
}

/** Runs in the page: from the press on Edit to the painted text. */
async function pressEdit() {
  const began = performance.now();
  /** @type {HTMLElement | null} */ (document.querySelector('main a[href$="?edit=1"]'))?.click();
  while (!document.querySelector('main [role=textbox][contenteditable=true]'))
    await new Promise(requestAnimationFrame);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - began;
}

/** Letters in the midst of the text, one after the other. @param {import('playwright-core').Page} page */
async function type(page) {
  const field = page.getByRole('textbox', { name: 'Text', exact: true });
  await field.locator('p').nth(100).click();
  await page.waitForTimeout(1500);
  /** @type {number[]} */
  const ms = [];
  for (let letter = 0; letter < KEYSTROKES; letter++) {
    ms.push(await page.evaluate(typeOne, 'abcdefg '[letter % 8] ?? 'a'));
    await page.waitForTimeout(BETWEEN_KEYS_MS);
  }
  return ms;
}

/** Runs in the page: one letter, from its arrival until the page has worked on it and laid it out. @param {string} letter */
function typeOne(letter) {
  const field = document.querySelector('main [role=textbox][contenteditable=true]');
  const began = performance.now();
  document.execCommand('insertText', false, letter);
  // What the editor hears of its own text is told in microtasks; then styles and places are worked out.
  return new Promise((resolve) =>
    queueMicrotask(() =>
      queueMicrotask(() => {
        if (field instanceof HTMLElement) void field.offsetHeight;
        resolve(performance.now() - began);
      }),
    ),
  );
}

/** @param {{ words: number, total: number, opened: number[], keys: number[] }} seen */
function report({ words, total, opened, keys }) {
  const shown = (/** @type {number} */ ms) => ms.toFixed(1);
  return [
    '## Editor',
    '',
    `A note of ${words.toLocaleString('en')} words in ${total.toLocaleString('en')} passages, in Chromium at 1280 × 900, scripts there already. From the press on Edit to the`,
    `painted text, ${VISITS} times; then ${KEYSTROKES} letters in its midst, with all that the page does before it could paint each, saving meanwhile.`,
    '',
    '| | Median, ms | p95, ms |',
    '| --- | ---: | ---: |',
    `| Edit to text | ${shown(middle(opened))} | ${shown(p95(opened))} |`,
    `| A letter | ${shown(middle(keys))} | ${shown(p95(keys))} |`,
    '',
    ...goalTable([
      {
        goal: `Edit to text at most ${GOALS.openMs} ms`,
        seen: shown(middle(opened)),
        met: middle(opened) <= GOALS.openMs,
      },
      {
        goal: `A letter at most ${GOALS.keyMs} ms, p95`,
        seen: shown(p95(keys)),
        met: p95(keys) <= GOALS.keyMs,
      },
    ]),
  ].join('\n');
}
