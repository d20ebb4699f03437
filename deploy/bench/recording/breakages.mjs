import fs from 'node:fs/promises';
import path from 'node:path';

const LATE_MS = 30_000;

/**
 * @typedef {object} Breakage
 * @property {string} title
 * @property {string} [picture] file name of a picture of it
 * @property {boolean} [isRefused] `npm run ship` does not let it pass
 * @property {boolean} [isLate] it comes, but late
 * @property {(text: string, file: string, entry: string) => string} [change] of a build's files
 * @property {'missing' | 'late'} [entry] what becomes of the entry of a sound build
 */

const inEntry =
  (/** @type {(text: string) => string} */ change) =>
  (/** @type {string} */ text, /** @type {string} */ file, /** @type {string} */ entry) =>
    file === entry ? change(text) : text;

/** @type {Breakage[]} */
export const BREAKAGES = [
  {
    title: 'A syntax error in its entry',
    picture: 'shipping-broken',
    change: inEntry(() => 'this is no { script'),
  },
  {
    title: 'It throws when it is loaded',
    change: inEntry((text) => `throw new Error('broken on purpose');${text}`),
  },
  {
    title: 'It requires another contract',
    isRefused: true,
    change: (text, file) =>
      file === 'remote.json' ? text.replace(/"requires":\s*"[^"]*"/, '"requires":"^9.0"') : text,
  },
  { title: 'Its entry is gone (404)', entry: 'missing' },
  { title: 'Its entry takes 30 s', isLate: true, entry: 'late' },
];

/**
 * Breaks the campaigns remote. @returns {Promise<() => Promise<unknown>>} what makes it whole again
 * @param {{ breakage: Breakage, folder: string, product: { url: string, dataDir: string },
 *   page: import('playwright-core').Page, ship: (...given: string[]) => Promise<number> }} around
 */
export async function brokenBuild({ breakage, folder, product, page, ship }) {
  const live = await liveBuild(product);
  if (breakage.entry === 'missing') return removed(live);
  if (breakage.entry === 'late') return delayed(page, live.entry);
  const build = path.join(folder, breakage.title.replaceAll(/\W+/g, '-').toLowerCase());
  await copyOf(live, build, breakage.change ?? ((text) => text));
  const code = await ship('campaigns', '--from', build);
  return async () => (code === 0 ? ship('campaigns', '--rollback') : undefined);
}

/** @param {{ url: string, dataDir: string }} product */
async function liveBuild({ url, dataDir }) {
  const { remotes } = await (await fetch(`${url}/registry/remotes.json`)).json();
  const { version, manifest } = remotes.find(
    (/** @type {any} */ remote) => remote.manifest.id === 'campaigns',
  );
  return { folder: path.join(dataDir, 'remotes/campaigns', version), entry: manifest.entry };
}

/**
 * @param {{ folder: string, entry: string }} live
 * @param {string} to
 * @param {NonNullable<Breakage['change']>} change
 */
async function copyOf(live, to, change) {
  await fs.mkdir(to);
  for (const file of await fs.readdir(live.folder)) {
    // Compressed copies would be served instead.
    if (/\.(br|gz|map)$/.test(file)) continue;
    const content = await fs.readFile(path.join(live.folder, file));
    const isText = /\.(js|json)$/.test(file);
    await fs.writeFile(
      path.join(to, file),
      isText ? change(content.toString(), file, live.entry) : content,
    );
  }
}

/** @param {{ folder: string, entry: string }} live */
async function removed({ folder, entry }) {
  const files = (await fs.readdir(folder)).filter((file) => file.startsWith(entry));
  const aside = path.join(folder, '.aside');
  await fs.mkdir(aside);
  for (const file of files) await fs.rename(path.join(folder, file), path.join(aside, file));
  return async () => {
    for (const file of files) await fs.rename(path.join(aside, file), path.join(folder, file));
    await fs.rmdir(aside);
  };
}

/** @param {import('playwright-core').Page} page @param {string} entry */
async function delayed(page, entry) {
  const address = `**/${entry}`;
  await page.route(address, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await route.continue();
  });
  return () => page.unroute(address);
}
