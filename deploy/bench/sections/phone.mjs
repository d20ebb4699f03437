import path from 'node:path';
import { atMost, cleaningUp, goalTable, middleOfEach, sized } from '../figures.mjs';
import { launchBrowser } from '../page-load.mjs';
import { NO_LIMITS } from '../people.mjs';
import { playerOnPhone } from '../phone/phone-campaign.mjs';
import { loadOnPhone } from '../phone/phone-load.mjs';
import { buildPlainPage, servePlainPage } from '../plain-page.mjs';
import { startProduct } from '../running-product.mjs';

const LOADS = sized(5, 1);
const NOTES = sized(40, 3);
/** A signed-in page registers its service worker 3 s after its start. */
const UNTIL_REGISTERED_MS = 6000;
const GOALS = {
  requests: 22,
  rounds: 4,
  coldMs: 5500,
  warmMs: 1800,
  overviewMs: 1000,
  shift: 0.02,
};
const LIGHT = ['overview', 'library', 'document'];
const LINK = 'main a[href*="/library/"]';

/** @typedef {import('../phone/phone-load.mjs').PhoneLoad} PhoneLoad */
/** @typedef {{ name: string, path: string, text: string, isSignedIn: boolean }} Target */
/** @typedef {Map<string, { cold: PhoneLoad, warm: PhoneLoad }>} Figures by name of the page */

/** From an address to its text on a phone, compared with the build in the folder `BASELINE`, if given. @returns {Promise<string>} */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const baseline = process.env['BASELINE'];
    const browser = await launchBrowser();
    atEnd(() => browser.close());
    const product = await startOn(browser, undefined, atEnd);
    const before = baseline ? await startOn(browser, path.resolve(baseline), atEnd) : undefined;
    const pictures = process.env['SCREENSHOTS'];
    if (pictures) await picture(product, path.join(pictures, 'phone-document'));
    const plain = await servePlainPage(await buildPlainPage([]), product.url);
    atEnd(plain.stop);

    /** @type {Figures} */ const figures = new Map();
    /** @type {Figures} */ const earlier = new Map();
    for (const [index, target] of product.targets.entries()) {
      figures.set(target.name, await measured(product.open, target));
      const other = before?.targets[index];
      if (before && other) earlier.set(target.name, await measured(before.open, other));
    }
    const bare = { name: 'landing, plain bundle', path: plain.url, text: 'main h1' };
    figures.set(bare.name, await measured(product.open, { ...bare, isSignedIn: false }));
    return report(figures, earlier);
  });

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string | undefined} checkout
 * @param {(step: () => Promise<unknown>) => void} atEnd
 */
async function startOn(browser, checkout, atEnd) {
  const settings = { ENVIRONMENT: 'production', NODE_ENV: 'production', ...NO_LIMITS };
  const product = await startProduct(settings, checkout);
  atEnd(product.stop);
  const { campaign, document, open } = await playerOnPhone(product, browser, NOTES);
  const overview = `/campaigns/${campaign}`;
  const library = `${overview}/library`;
  /** @type {Target[]} */
  const targets = [
    { name: 'landing', path: '/', text: 'main h1', isSignedIn: false },
    { name: 'sign-in', path: '/login', text: 'main h1', isSignedIn: false },
    { name: 'overview', path: overview, text: LINK, isSignedIn: true },
    { name: 'library', path: library, text: LINK, isSignedIn: true },
    {
      name: 'document',
      path: `${library}/${document}`,
      text: 'main [data-passage]',
      isSignedIn: true,
    },
    { name: 'search', path: `${overview}/search?q=keeper`, text: LINK, isSignedIn: true },
  ];
  return { url: product.url, targets, open };
}

/** @typedef {Awaited<ReturnType<typeof playerOnPhone>>['open']} Open */

/** Cold and warm loads by turns. @param {Open} open @param {Target} target */
async function measured(open, target) {
  /** @type {{ cold: PhoneLoad[], warm: PhoneLoad[] }} */
  const loads = { cold: [], warm: [] };
  const known = await open(target.isSignedIn);
  const page = await known.newPage();
  for (let turn = 0; turn < 3; turn++) {
    await page.goto(target.path);
    await page.locator(target.text).first().waitFor();
    await page.waitForTimeout(target.isSignedIn && turn === 0 ? UNTIL_REGISTERED_MS : 1500);
  }
  for (let turn = 0; turn < LOADS; turn++) {
    const fresh = await open(target.isSignedIn);
    loads.cold.push(await loadOnPhone(await fresh.newPage(), target));
    await fresh.close();
    loads.warm.push(await loadOnPhone(page, target));
  }
  await known.close();
  return { cold: median(loads.cold), warm: median(loads.warm) };
}

/** @param {PhoneLoad[]} loads @returns {PhoneLoad} the worst shift, and the middle of all else */
const median = (loads) => ({
  ...middleOfEach(loads),
  shift: Math.max(...loads.map(({ shift }) => shift)),
});

/** @param {{ open: Open, targets: Target[] }} product @param {string} folder */
async function picture({ open, targets }, folder) {
  const target = targets.find(({ name }) => name === 'document');
  const context = await open(true);
  if (target) await loadOnPhone(await context.newPage(), target, folder);
  await context.close();
}

/** @param {Figures} figures @param {Figures} earlier */
function report(figures, earlier) {
  const hasEarlier = earlier.size > 0;
  const ratio = (/** @type {PhoneLoad} */ now, /** @type {PhoneLoad | undefined} */ then) =>
    then ? (now.text / then.text).toFixed(2) : '';
  const rows = [...figures].map(([name, { cold, warm }]) => {
    const shift = Math.max(cold.shift, warm.shift).toFixed(3);
    const then = earlier.get(name);
    const compared = hasEarlier ? ` ${ratio(cold, then?.cold)} | ${ratio(warm, then?.warm)} |` : '';
    const ofLoads = [cold, warm].map(
      ({ text, requests, kilobytes, rounds }) =>
        `${text.toFixed(0)} | ${requests} | ${kilobytes.toFixed(0)} | ${rounds}`,
    );
    return `| ${name} | ${ofLoads.join(' | ')} | ${shift} |${compared}`;
  });
  return [
    '## Phone',
    '',
    `From an address to the painted text of a player's page, in production, on slow 4G (562 ms, 1.44 Mbit/s) and a 4 × slower`,
    `processor; medians of ${LOADS} loads with empty caches (cold) and after visits (warm). Network requests, kB and sequential`,
    `rounds until the text.${hasEarlier ? ' The last columns are ratios to an earlier build.' : ''}`,
    '',
    `| Page | Cold, ms | Requests | kB | Rounds | Warm, ms | Requests | kB | Rounds | Shift |${hasEarlier ? ' Cold | Warm |' : ''}`,
    `| --- |${' ---: |'.repeat(hasEarlier ? 11 : 9)}`,
    ...rows,
    '',
    ...goalTable(goalsOf(figures)),
  ].join('\n');
}

/** @param {Figures} figures */
function goalsOf(figures) {
  const light = LIGHT.flatMap((name) => Object.values(figures.get(name) ?? {}));
  const worst = (/** @type {PhoneLoad[]} */ loads, /** @type {keyof PhoneLoad} */ figure) =>
    Math.max(...loads.map((load) => load[figure]));
  const below = (
    /** @type {string} */ what,
    /** @type {number} */ goal,
    /** @type {number} */ seen,
    digits = 0,
  ) => atMost(`${what} at most ${goal}`, goal, seen, digits);
  const all = [...figures.values()].flatMap((each) => Object.values(each));
  const { cold, warm } = figures.get('document') ?? {};
  return [
    below('Requests of overview, library, document', GOALS.requests, worst(light, 'requests')),
    below('… rounds', GOALS.rounds, worst(light, 'rounds')),
    below('Document, cold, ms', GOALS.coldMs, cold?.text ?? NaN),
    below('Document, warm, ms', GOALS.warmMs, warm?.text ?? NaN),
    below('Overview, warm, ms', GOALS.overviewMs, figures.get('overview')?.warm.text ?? NaN),
    below('Layout shift of every page', GOALS.shift, worst(all, 'shift'), 3),
  ];
}
