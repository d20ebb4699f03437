import fs from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

/** Where distributions and people put a Chromium. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Debian turns GPU rasterization on; where the CPU emulates the GPU, that costs a third of a run. */
const WITHOUT_GPU = ['--disable-gpu'];

interface FoundBrowser {
  executablePath: string;
  args: string[];
}

/**
 * Starts Chromium. Candidates in order: `CHROMIUM_PATH`, an installed browser, Playwright's
 * browser, and a self-contained one from npm.
 */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, args } = await findBrowser();
  return chromium.launch({ executablePath, args, env: definedEnvironment() });
}

async function findBrowser(): Promise<FoundBrowser> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) {
    if (!fs.existsSync(given)) throw new Error(`CHROMIUM_PATH names no file: ${given}`);
    return { executablePath: given, args: WITHOUT_GPU };
  }
  const installed = [...INSTALLED, chromium.executablePath()].find((file) => fs.existsSync(file));
  return installed ? { executablePath: installed, args: WITHOUT_GPU } : packagedBrowser();
}

/** The headless Chromium of `@sparticuz/chromium` (Linux only). */
async function packagedBrowser(): Promise<FoundBrowser> {
  // It unpacks its own system libraries only where it believes to be on AWS Lambda; it looks when it
  // is imported.
  process.env['AWS_EXECUTION_ENV'] ??= 'AWS_Lambda_nodejs20.x';
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  // Its own default arguments switch web security off, which is the very thing under test here.
  return {
    executablePath: await packaged.executablePath(),
    args: ['--headless=old', ...WITHOUT_GPU, '--no-zygote'],
  };
}

const definedEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );

/** Takes a picture when `SCREENSHOTS` names a folder: for looking at, not for comparing. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (!folder) return;
  const file = path.join(folder, `${name.replaceAll(/[ /]/g, '-')}.png`);
  await page.screenshot({ path: file, fullPage: true, animations: 'disabled' });
}
