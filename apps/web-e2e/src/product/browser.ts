import type { Browser } from 'playwright-core';
import { launchBrowser } from '../browser/launch-browser';

let running: Promise<Browser> | undefined;

/** The Chromium of this spec file, started when first asked for. */
export function browser(): Promise<Browser> {
  running ??= launchBrowser();
  return running;
}

/** Call it after all tests of a spec file. */
export async function closeBrowser(): Promise<void> {
  await (await running)?.close();
  running = undefined;
}
