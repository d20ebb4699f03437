import type { Browser } from 'playwright-core';
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
