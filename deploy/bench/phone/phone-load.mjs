/* global document, requestAnimationFrame -- used by functions that run in the page */
import fs from 'node:fs/promises';
import path from 'node:path';

/** DevTools' slow 4G. */
const NETWORK = {
  offline: false,
  latency: 562,
  downloadThroughput: 1.44e6 / 8,
  uploadThroughput: 0.675e6 / 8,
};
const PROCESSOR = { rate: 4 };
/** Late shifts count too. */
const SETTLE_MS = 1500;
const PICTURE_EVERY_MS = 500;

/**
 * @typedef {{ text: number, requests: number, kilobytes: number, rounds: number, shift: number }} PhoneLoad
 *   `text`: painted after so many ms; until then: requests to the network, kB of them, and the longest chain of requests of
 *   which each began after the previous one had ended
 */

/**
 * Loads a page as a phone does.
 * @param {import('playwright-core').Page} page
 * @param {{ path: string, text: string }} target `text` is the selector of the page's main text
 * @param {string} [folder] for a picture of each 500 ms and the list of requests until the text
 * @returns {Promise<PhoneLoad>}
 */
export async function loadOnPhone(page, { path: address, text }, folder) {
  const devtools = await page.context().newCDPSession(page);
  const requests = watchRequests(devtools);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  await slowDownWorkers(page.context());
  await devtools.send('Emulation.setCPUThrottlingRate', PROCESSOR);
  await devtools.send('Page.enable');
  const script = await devtools.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${watchText})(${JSON.stringify(text)})`,
  });
  await page.goto(address, { waitUntil: 'commit' });
  const stopPictures = folder ? takePictures(devtools, folder) : undefined;
  await page.waitForFunction(() => Reflect.get(globalThis, 'seenText')?.at > 0);
  await page.waitForTimeout(SETTLE_MS);
  await stopPictures?.();
  const seen = await page.evaluate(() => ({
    ...Reflect.get(globalThis, 'seenText'),
    origin: performance.timeOrigin,
  }));
  await devtools.send('Page.removeScriptToEvaluateOnNewDocument', script);
  await devtools.detach();
  const until = (seen.origin + seen.at) / 1000;
  const needed = requests().filter(({ began }) => began < until);
  if (folder) await writeRequests(folder, needed, seen.origin / 1000);
  const ended = needed.filter((one) => one.ended < until);
  return {
    text: seen.at,
    requests: needed.length,
    kilobytes: ended.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
    rounds: roundsOf(ended),
    shift: seen.shift,
  };
}

/** @typedef {{ url: string, began: number, ended: number, bytes: number, isStored: boolean }} Seen in seconds of the epoch */

/**
 * Requests of the page that the network answers.
 * @param {import('playwright-core').CDPSession} devtools
 */
function watchRequests(devtools) {
  /** @type {Map<string, Seen>} */
  const seen = new Map();
  let epoch = 0;
  devtools.on('Network.requestWillBeSent', ({ requestId, request, wallTime, timestamp }) => {
    epoch = wallTime - timestamp;
    const { url } = request;
    seen.set(requestId, { url, began: wallTime, ended: Infinity, bytes: 0, isStored: false });
  });
  devtools.on('Network.requestServedFromCache', ({ requestId }) => {
    const one = seen.get(requestId);
    if (one) one.isStored = true;
  });
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const one = seen.get(requestId);
    if (!one) return;
    one.isStored ||= Boolean(
      response.fromDiskCache || response.fromPrefetchCache || response.fromServiceWorker,
    );
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const one = seen.get(requestId);
    if (one) Object.assign(one, { ended: timestamp + epoch, bytes: encodedDataLength });
  });
  return () => [...seen.values()].filter(({ isStored }) => !isStored);
}

/** Start and end in ms, bytes and path of each request. @param {string} folder @param {Seen[]} requests @param {number} start */
async function writeRequests(folder, requests, start) {
  const ms = (/** @type {number} */ at) => String(Math.round((at - start) * 1000)).padStart(9);
  const lines = requests.map(({ url, began, ended, bytes }) => {
    const { pathname, search } = new URL(url);
    return `${ms(began)}${ms(ended)}${String(bytes).padStart(9)} ${pathname}${search}\n`;
  });
  await fs.writeFile(path.join(folder, 'requests.txt'), lines.join(''));
}

/** @param {Seen[]} requests */
function roundsOf(requests) {
  let rounds = 0;
  let free = 0;
  for (const { began, ended } of [...requests].sort((one, other) => one.ended - other.ended)) {
    if (began < free) continue;
    rounds += 1;
    free = ended;
  }
  return rounds;
}

/** @type {WeakMap<import('playwright-core').Browser, Set<string>>} */
const slowWorkers = new WeakMap();

/** Network conditions of a page do not apply to its worker. @param {import('playwright-core').BrowserContext} context */
async function slowDownWorkers(context) {
  const browser = context.browser();
  if (!browser) return;
  const slow = slowWorkers.get(browser) ?? new Set();
  slowWorkers.set(browser, slow);
  const devtools = await browser.newBrowserCDPSession();
  const { targetInfos } = await devtools.send('Target.getTargets');
  for (const { type, targetId } of targetInfos) {
    if (type !== 'service_worker' || slow.has(targetId)) continue;
    slow.add(targetId);
    const { sessionId } = await devtools.send('Target.attachToTarget', { targetId });
    const calls = [
      { id: 1, method: 'Network.enable', params: {} },
      { id: 2, method: 'Network.emulateNetworkConditions', params: NETWORK },
    ];
    for (const call of calls)
      await devtools.send('Target.sendMessageToTarget', {
        sessionId,
        message: JSON.stringify(call),
      });
  }
}

/** @param {import('playwright-core').CDPSession} devtools @param {string} folder @returns {() => Promise<void>} */
function takePictures(devtools, folder) {
  let isOver = false;
  const began = Date.now();
  const taking = (async () => {
    await fs.mkdir(folder, { recursive: true });
    for (let turn = 1; !isOver; turn++) {
      await new Promise((resolve) =>
        setTimeout(resolve, began + turn * PICTURE_EVERY_MS - Date.now()),
      );
      const shot = await devtools
        .send('Page.captureScreenshot', { format: 'png' })
        .catch(() => undefined);
      // A busy page may fail to draw one.
      if (!shot) continue;
      const name = `${String(turn * PICTURE_EVERY_MS).padStart(5, '0')}.png`;
      await fs.writeFile(path.join(folder, name), Buffer.from(shot.data, 'base64'));
    }
  })();
  // The load reports the failure of a closed page.
  taking.catch(() => undefined);
  return () => {
    isOver = true;
    return taking;
  };
}

/** Runs in the page, before anything of it. @param {string} selector */
function watchText(selector) {
  const seen = { at: 0, shift: 0 };
  Reflect.set(globalThis, 'seenText', seen);
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!Reflect.get(entry, 'hadRecentInput')) seen.shift += Reflect.get(entry, 'value');
  }).observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(function look() {
    const rectangle = document.querySelector(selector)?.getBoundingClientRect();
    if (!rectangle?.height) return void requestAnimationFrame(look);
    // After the paint of this frame, and before the tasks that wait for it.
    Reflect.get(globalThis, 'scheduler').postTask(() => (seen.at = performance.now()), {
      priority: 'user-blocking',
    });
  });
}
