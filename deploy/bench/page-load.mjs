/* global document, MutationObserver -- used by functions that run in the page */
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadTypeScript } from '../../libs/tooling/src/load-typescript.mjs';
import { middleOfEach } from './figures.mjs';
import { WORKSPACE } from '../../libs/tooling/bootstrap/bootstrap.mjs';

// By path, because a dependency would be a circle: the browser tests start the product with the launcher.
const BROWSER = path.join(WORKSPACE, 'apps/web-e2e/src/browser/launch-browser.ts');
/** Late shifts and late paints count too. */
const SETTLE_MS = 500;

/** Lighthouse's slow 4G profile. */
export const SLOW_4G = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};

/** @returns {Promise<import('playwright-core').Browser>} the Chromium that the browser tests use */
export const launchBrowser = () => loadTypeScript(BROWSER).launchBrowser();

/**
 * @typedef {{ lcp: number, drawn: number, cls: number, bytes: number, script: number, requests: number }}
 * Load
 *   times in ms, `drawn` when React has rendered the page; `bytes` as transferred, `script` gzipped
 * identically
 *   for every server
 */

/**
 * Logs in as people do, on a page of a context that knows the product's address.
 * @param {import('playwright-core').Page} page @param {{ email: string, password: string }} person
 */
export async function logIn(page, person) {
  await page.goto('/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/home');
}

/**
 * One visit with an empty cache.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {typeof SLOW_4G} [network]
 * @returns {Promise<Load>}
 */
export async function loadPage(browser, url, network) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    if (network) {
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', network);
    }
    await page.addInitScript(watchPaints);
    await page.goto(url, { waitUntil: 'networkidle' });
    // Paints are reported after they have happened.
    await page.waitForFunction(() => {
      const { lcp, drawn } = Reflect.get(globalThis, 'seenPaints');
      return lcp > 0 && drawn > 0;
    });
    await page.waitForTimeout(SETTLE_MS);
    const { files, ...seen } = await page.evaluate(readPaints);
    const scripts = await Promise.all(
      files.filter(({ name }) => name.endsWith('.js')).map(({ name }) => gzipped(name)),
    );
    return {
      ...seen,
      bytes: sum(files.map(({ transferred }) => transferred)),
      requests: files.length,
      script: sum(scripts),
    };
  } finally {
    await context.close();
  }
}

const sum = (/** @type {number[]} */ all) => all.reduce((one, other) => one + other, 0);

/** @type {Map<string, Promise<number>>} */
const weighed = new Map();

/** Weighed apart from the visit, which nothing may disturb. @param {string} url @returns {Promise<number>} bytes */
function gzipped(url) {
  const known = weighed.get(url) ?? weigh(url);
  weighed.set(url, known);
  return known;
}

/** @param {string} url */
async function weigh(url) {
  const body = await (await fetch(url)).arrayBuffer();
  return gzipSync(Buffer.from(body), { level: 9 }).length;
}

/** Runs in the page, after all. */
function readPaints() {
  const entries = [
    ...performance.getEntriesByType('navigation'),
    ...performance.getEntriesByType('resource'),
  ];
  return {
    .../** @type {{ lcp: number, cls: number, drawn: number }} */ (
      Reflect.get(globalThis, 'seenPaints')
    ),
    files: entries.map((entry) => ({
      name: entry.name,
      transferred: Number(Reflect.get(entry, 'transferSize')),
    })),
  };
}

/** Runs in the page, before anything of it. */
function watchPaints() {
  const seen = { lcp: 0, cls: 0, drawn: NaN };
  Reflect.set(globalThis, 'seenPaints', seen);
  new MutationObserver((_, observer) => {
    // The theme switch is never prerendered.
    if (!document.querySelector('header [title^="Use the"]')) return;
    seen.drawn = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!Reflect.get(entry, 'hadRecentInput')) seen.cls += Reflect.get(entry, 'value');
  }).observe({ type: 'layout-shift', buffered: true });
}

/** @param {Load[]} loads @returns {Load} the middle of each figure, of shifts the worst */
export const median = (loads) => ({
  ...middleOfEach(loads),
  cls: Math.max(...loads.map(({ cls }) => cls)),
});
