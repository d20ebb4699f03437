import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { WORKSPACE } from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { cleaningUp, goalTable } from '../figures.mjs';
import { launchBrowser } from '../page-load.mjs';
import { startProduct } from '../running-product.mjs';

const SOURCE = path.join(
  WORKSPACE,
  'apps/campaigns/src/features/campaign-list/campaign-list-page.tsx',
);
const LINE = 'title="Your Campaigns"';
const GOAL_SECONDS = 10;
const TURNS = 3;
/** A task of Nx that was really run, not taken from its cache. */
const RUN = /^> nx run (\S+):build$/gm;

/** From a changed line to the open browser that shows it. @returns {Promise<string>} */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const original = await fs.readFile(SOURCE, 'utf8');
    if (!original.includes(LINE)) throw new Error(`${SOURCE} no longer says ${LINE}.`);
    const product = await startProduct({});
    atEnd(product.stop);
    const browser = await launchBrowser();
    atEnd(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`${product.url}/home`);
    await page.getByRole('heading', { level: 1, name: 'Your Campaigns' }).waitFor();
    atEnd(() => fs.writeFile(SOURCE, original));
    const turns = [];
    for (let turn = 1; turn <= TURNS; turn++) {
      const title = `Your Campaigns ${Date.now()}`;
      const changed = original.replace(LINE, `title="${title}"`);
      const began = performance.now();
      await fs.writeFile(SOURCE, changed);
      await ship(product.dataDir);
      const shipped = performance.now() - began;
      await comeBackUntil(page, title);
      const log = await fs.readFile(path.join(product.dataDir, 'logs/build.log'), 'utf8');
      const built = [...log.matchAll(RUN)].map(([, project]) => project);
      turns.push({ shipped, seen: performance.now() - began, built });
    }
    return report(turns);
  });

/** @param {string} dataDir @returns {Promise<void>} */
function ship(dataDir) {
  const program = path.join(WORKSPACE, 'deploy/shipping/bin/ship.mjs');
  const env = { ...process.env, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [program, 'campaigns'], { env, stdio: 'inherit' });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`ship: ${code}`))));
  });
}

/** As a person who goes to another page and back. @param {import('playwright-core').Page} page @param {string} title */
async function comeBackUntil(page, title) {
  const heading = page.getByRole('heading', { level: 1, name: 'Your Campaigns' });
  do {
    await page.getByRole('link', { name: 'FAQ' }).click();
    await page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' }).waitFor();
    await page.goBack();
    await heading.waitFor();
  } while ((await heading.innerText()) !== title);
}

/** @param {{ shipped: number, seen: number, built: (string | undefined)[] }[]} turns */
function report(turns) {
  const seconds = (/** @type {number} */ ms) => (ms / 1000).toFixed(1);
  const middle = [...turns].sort((a, b) => a.seen - b.seen)[turns.length >> 1] ?? turns[0];
  const others = new Set(
    turns.flatMap(({ built }) => built).filter((name) => name !== '@tomekeeper/remote-campaigns'),
  );
  const seen = middle?.seen ?? NaN;
  return [
    '## Ship',
    '',
    `One line of the campaigns remote changed with the product up, \`npm run ship -- campaigns\`, and an open`,
    `browser going to another page and back until it shows it; the middle of ${turns.length} times.`,
    '',
    '| | |',
    '| --- | ---: |',
    `| Saved → live, s | ${seconds(middle?.shipped ?? NaN)} |`,
    `| Saved → seen in the open browser, s | ${seconds(seen)} |`,
    `| Rebuilds of anything else | ${others.size === 0 ? 0 : [...others].join(', ')} |`,
    '',
    ...goalTable([
      { goal: `Seen within ${GOAL_SECONDS} s`, met: seen <= GOAL_SECONDS * 1000 },
      { goal: '0 rebuilds of anything else', met: others.size === 0 },
    ]),
  ].join('\n');
}
