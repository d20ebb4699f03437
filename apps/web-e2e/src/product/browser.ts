import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser/launch-browser';

/** Waits end by their condition; on a busy machine thirty seconds, Playwright's default, can be too short. */
const MAX_WAIT_MS = 60_000;

let running: Promise<Browser> | undefined;

/** The Chromium of this spec file, started when first asked for. */
export function browser(): Promise<Browser> {
  running ??= launchBrowser().then(withLongWaits);
  return running;
}

function withLongWaits(launched: Browser): Browser {
  const newContext = launched.newContext.bind(launched);
  launched.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(MAX_WAIT_MS);
    return context;
  };
  return launched;
}

/** Call it after all tests of a spec file. */
export async function closeBrowser(): Promise<void> {
  await (await running)?.close();
  running = undefined;
}

/**
 * Calls `tell` for every error of the page. A busy server may answer 503 with `Retry-After`, after which the page asks again: that is no
 * error of the page.
 */
export function listenForErrors(page: Page, tell: (message: string) => void): void {
  page.on('pageerror', ({ message }) => tell(message));
  page.on('console', (message) => {
    const text = message.text();
    const isBusy =
      text.includes('status of 503') || /^Response \{remote: \w+, where: api/.test(text);
    if (message.type() === 'error' && !isBusy) tell(text);
  });
}
