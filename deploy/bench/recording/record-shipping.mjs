/* global document -- what runs in the page */
// Records what the shipping page promises, with the product up and a browser open: a new version, the way back,
// and a remote that is broken on purpose. Writes deploy/docs/shipping-run.md and its pictures.
// `node deploy/bench/recording/record-shipping.mjs`, in a checkout whose campaigns remote is as committed.
import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {
  ensureBuilt,
  ensureInstalled,
  WORKSPACE,
} from '../../../libs/tooling/bootstrap/bootstrap.mjs';
import { launchBrowser } from '../page-load.mjs';
import { signInOnScreen, signedUp } from './game-master.mjs';
import { startProduct } from '../running-product.mjs';
import { BREAKAGES, brokenBuild } from './breakages.mjs';

const SOURCE = path.join(
  WORKSPACE,
  'apps/campaigns/src/features/campaign-list/campaign-list-page.tsx',
);
const OLD = 'Your Campaigns';
/** New each time, so that it is built and not taken from the cache. */
const NEW = `Your campaigns, as of ${new Date().toISOString().slice(11, 19)}`;
const DOCS = path.join(WORKSPACE, 'deploy/docs');
const PANEL = 'This part of Tomekeeper can’t be shown right now';
/** What else there is to use while the campaigns remote is broken. */
const ELSEWHERE = [
  ['/faq', 'Frequently Asked Questions'],
  ['/account', 'Account'],
  ['/contact', 'Contact'],
];

await ensureInstalled();
await ensureBuilt();
const original = await fs.readFile(SOURCE, 'utf8');
const product = await startProduct({});
const browser = await launchBrowser();
/** @type {string[]} */
const lines = [];
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await signInOnScreen(page, product.url, await signedUp(product));
  await newVersionAndBack(page);
  await brokenOnPurpose(page);
} finally {
  await fs.writeFile(SOURCE, original);
  await browser.close();
  await product.stop();
}
await write();

/** @param {import('playwright-core').Page} page */
async function newVersionAndBack(page) {
  await page.goto(`${product.url}/home`);
  await headingOf(page, OLD).waitFor();
  await page.evaluate(() => Reflect.set(globalThis, 'openSinceTheBeginning', true));
  await picture(page, 'shipping-before', `An open browser, before.`);

  const beganAt = performance.now();
  await fs.writeFile(SOURCE, original.replace(`title="${OLD}"`, `title="${NEW}"`));
  lines.push('One line of `apps/campaigns` is changed and saved, then:', '');
  await ship('campaigns');
  await comeBackUntil(page, NEW);
  const seconds = ((performance.now() - beganAt) / 1000).toFixed(1);
  await picture(page, 'shipping-after', `The same page ${seconds} s after saving: never reloaded.`);
  await ship('status');

  await fs.writeFile(SOURCE, original);
  await ship('campaigns', '--rollback');
  await comeBackUntil(page, OLD);
  const isSamePage = await page.evaluate(() => Reflect.get(globalThis, 'openSinceTheBeginning'));
  lines.push(
    `The next visit to the list within the open page reads “${OLD}” again;`,
    `${isSamePage === true ? 'the page was not reloaded in all this' : 'THE PAGE WAS RELOADED'}.`,
    '',
  );
}

/** @param {import('playwright-core').Page} page */
async function brokenOnPurpose(page) {
  lines.push('## Broken on purpose', '');
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'tomekeeper-broken-'));
  const devtools = await page.context().newCDPSession(page);
  try {
    for (const breakage of BREAKAGES) {
      lines.push(`### ${breakage.title}`, '');
      const undo = await brokenBuild({ breakage, folder, product, page, ship });
      // As somebody who was never here: files of a version are kept for good otherwise.
      await devtools.send('Network.clearBrowserCache');
      await page.goto(`${product.url}/home`, { waitUntil: 'commit' });
      const shown = await seen(page, breakage);
      lines.push(`The list of campaigns, opened anew: ${shown}`, '');
      if (breakage.picture)
        await picture(page, breakage.picture, 'What the person sees in that remote’s place.');
      lines.push(`Meanwhile: ${await elsewhere(page)}.`, '');
      await undo();
      await page.goto(`${product.url}/home`);
      await headingOf(page, OLD).waitFor({ timeout: 60_000 });
    }
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {import('playwright-core').Page} page
 * @param {import('./breakages.mjs').Breakage} breakage
 */
async function seen(page, { isRefused, isLate }) {
  if (isRefused) {
    await headingOf(page, OLD).waitFor({ timeout: 60_000 });
    return `“${OLD}”, since nothing was shipped.`;
  }
  if (isLate) {
    const words = page.getByRole('main').getByText(/still loading|taking longer/i);
    await words.first().waitFor({ timeout: 60_000 });
    const first = `“${(await words.first().innerText()).trim()}”`;
    await headingOf(page, OLD).waitFor({ timeout: 120_000 });
    return `${first}, then, when it came, “${OLD}”.`;
  }
  await headingOf(page, PANEL).waitFor({ timeout: 60_000 });
  const text = await page.getByRole('main').innerText();
  return `“${text.replaceAll(/\s*\n+\s*/g, ' · ')}”`;
}

/** @param {import('playwright-core').Page} page */
async function elsewhere(page) {
  const shown = [];
  for (const [address, heading] of ELSEWHERE) {
    await page.goto(product.url + address);
    await headingOf(page, heading ?? '').waitFor({ timeout: 60_000 });
    shown.push(`\`${address}\` “${heading}”`);
  }
  return shown.join(', ');
}

/** @param {import('playwright-core').Page} page @param {string} name */
function headingOf(page, name) {
  return page.getByRole('heading', { level: 1, name, exact: true });
}

/** As a person who goes to another page and back. @param {import('playwright-core').Page} page @param {string} name */
async function comeBackUntil(page, name) {
  do {
    await page.getByRole('link', { name: 'FAQ' }).click();
    await headingOf(page, 'Frequently Asked Questions').waitFor();
    await page.goBack();
    await headingOf(page, OLD).or(headingOf(page, NEW)).waitFor();
  } while (!(await headingOf(page, name).isVisible()));
}

/** @param {import('playwright-core').Page} page @param {string} name @param {string} caption */
async function picture(page, name, caption) {
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: path.join(DOCS, 'images', `${name}.png`) });
  lines.push(`![${caption}](images/${name}.png)`, '', `_${caption}_`, '');
}

/** Runs the command and keeps what it says. @param {string[]} given @returns {Promise<number>} */
async function ship(...given) {
  const program = path.join(WORKSPACE, 'deploy/shipping/bin/ship.mjs');
  const child = spawn(process.execPath, [program, ...given], {
    env: { ...process.env, DATA_DIR: product.dataDir, NO_COLOR: '1' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
  const code = await new Promise((resolve) => child.once('close', resolve));
  const shown = given.map((part) => (path.isAbsolute(part) ? path.basename(part) : part)).join(' ');
  const text = said.replaceAll(os.tmpdir(), '…').replaceAll(WORKSPACE, '…').trim();
  lines.push('```console', `$ npm run ship -- ${shown}`, text, '```', '');
  return code;
}

async function write() {
  const { format, resolveConfig } = await import('prettier');
  const file = path.join(DOCS, 'shipping-run.md');
  const page = [
    '# A recorded run of shipping',
    '',
    'Written by `node deploy/bench/recording/record-shipping.mjs` on ' +
      `${new Date().toISOString().slice(0, 10)}: a product of its own, a GM signed in in Chromium, 2 cores. The same is`,
    'tested in `apps/web-e2e/src/journeys/shipping.e2e-spec.ts` and `federation.e2e-spec.ts`.',
    '',
    '## A new version and the way back',
    '',
    ...lines,
  ].join('\n');
  const style = { ...(await resolveConfig(file)), filepath: file };
  await fs.writeFile(file, await format(page, style));
}
