import { cleaningUp, goalTable, sized } from '../figures.mjs';
import { launchBrowser, loadPage, median, SLOW_4G } from '../page-load.mjs';
import { buildPlainPage, servePlainPage } from '../plain-page.mjs';
import { startProduct } from '../running-product.mjs';

const LOADS = sized(21, 1);

/**
 * Compares the public front page with the same page as one plain bundle.
 * @returns {Promise<string>}
 */
export const measure = () =>
  cleaningUp(async (atEnd) => {
    const product = await startProduct({ ENVIRONMENT: 'production' });
    atEnd(product.stop);
    const plain = await servePlainPage(await buildPlainPage(await navOf(product.url)), product.url);
    atEnd(plain.stop);
    const browser = await launchBrowser();
    atEnd(() => browser.close());
    const fast = await compare(browser, product.url, plain.url);
    const slow = await compare(browser, product.url, plain.url, SLOW_4G);
    return report(fast, slow);
  });

/** @param {string} origin */
async function navOf(origin) {
  const { remotes } = await (await fetch(`${origin}/registry/remotes.json`)).json();
  return remotes
    .flatMap((/** @type {any} */ { manifest }) => manifest.nav)
    .filter((/** @type {any} */ { show }) => show === 'always')
    .sort((/** @type {any} */ a, /** @type {any} */ b) => a.order - b.order);
}

/**
 * Alternates both pages, so that background load affects them equally.
 * @param {import('playwright-core').Browser} browser
 * @param {string} product
 * @param {string} plain
 * @param {typeof SLOW_4G} [network]
 */
async function compare(browser, product, plain, network) {
  const loads = { product: [], plain: [] };
  for (const url of [product, plain]) await loadPage(browser, url); // warms caches of the servers
  for (let turn = 0; turn < LOADS; turn++) {
    loads.product.push(await loadPage(browser, product, network));
    loads.plain.push(await loadPage(browser, plain, network));
  }
  return { product: median(loads.product), plain: median(loads.plain) };
}

/** @typedef {Awaited<ReturnType<typeof compare>>} Compared */

const ROWS = /** @type {const} */ ([
  ['LCP, ms', 'lcp', 0],
  ['Drawn by React, ms', 'drawn', 0],
  ['CLS, worst load', 'cls', 4],
  ['All bytes, transferred', 'bytes', 0],
  ['JavaScript, bytes gzipped', 'script', 0],
  ['Requests', 'requests', 0],
]);

/** @param {Compared} fast @param {Compared} slow */
function report(fast, slow) {
  return [
    '## Landing page',
    '',
    `The front page in production, signed out, in Chromium with an empty cache: medians of ${LOADS} loads each,`,
    'taken in turns. "Plain" is the same header, page, styles and fonts as one ordinary bundle drawn in the browser,',
    'served with the same compression and security headers. Slow 4G is 150 ms latency and 1.6 Mbit/s; the',
    'processor is not slowed down. The product shows the page before its scripts, and its scripts come from a shell',
    'and a remote: the text appears earlier and React renders later. Input in between is kept.',
    '',
    ...table('Unthrottled', fast),
    '',
    ...table('Slow 4G', slow),
    '',
    ...goalTable([
      { goal: 'LCP at most that of the plain bundle', met: fast.product.lcp <= fast.plain.lcp },
      {
        goal: 'LCP at most that of the plain bundle, slow 4G',
        met: slow.product.lcp <= slow.plain.lcp,
      },
      { goal: 'CLS 0', met: fast.product.cls === 0 && slow.product.cls === 0 },
    ]),
  ].join('\n');
}

/** @param {string} title @param {Compared} compared */
const table = (title, { product, plain }) => [
  `| ${title} | Product | Plain | Product / plain |`,
  '| --- | ---: | ---: | ---: |',
  ...ROWS.map(([label, name, digits]) => {
    const ratio = plain[name] > 0 ? (product[name] / plain[name]).toFixed(2) : 'none';
    return `| ${label} | ${product[name].toFixed(digits)} | ${plain[name].toFixed(digits)} | ${ratio} |`;
  }),
];
