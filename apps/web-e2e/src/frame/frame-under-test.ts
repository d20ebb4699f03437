import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../browser/launch-browser';
import { buildProject, WORKSPACE } from './build-project';
import { startFrameServer, type FrameServer, type RemoteUnderTest } from './frame-server';

const FIXTURES = path.join(WORKSPACE, 'apps/web-e2e/fixtures');

/** A browser on the real shell with remotes made for the test. */
export interface FrameUnderTest {
  server: FrameServer;
  /** A page in a new browser context. */
  visit: (path: string, options?: VisitOptions) => Promise<Page>;
  close: () => Promise<void>;
}

export interface VisitOptions {
  /** Put into local storage before the first script runs. */
  storage?: Record<string, string>;
}

interface Built {
  browser: Browser;
  dists: { shell: string; pages: string; marketing: string };
}

let built: Promise<Built> | undefined;

/** Once for all specs of a file: builds are the real ones and take seconds. */
async function buildAll(): Promise<Built> {
  const browser = await launchBrowser();
  const dists = {
    shell: buildProject(path.join(WORKSPACE, 'apps/shell')),
    marketing: buildProject(path.join(WORKSPACE, 'apps/marketing')),
    pages: buildProject(path.join(FIXTURES, 'fake-pages')),
  };
  return { browser, dists };
}

export async function openFrame(
  pages: Partial<RemoteUnderTest> = {},
  config: Record<string, unknown> = {},
): Promise<FrameUnderTest> {
  built ??= buildAll();
  const { browser, dists } = await built;
  const server = await startFrameServer({
    shellDist: dists.shell,
    config,
    remotes: {
      'fake-pages': { dist: dists.pages, ...pages },
      marketing: { dist: dists.marketing },
    },
  });
  const contexts = new Set<BrowserContext>();

  return {
    server,
    async visit(address, { storage = {} } = {}) {
      const context = await browser.newContext();
      contexts.add(context);
      const page = await context.newPage();
      await page.addInitScript(rememberPolicyViolations);
      // Only for the first page load: a reload must keep later changes of the test.
      await page.addInitScript((entries) => {
        if (sessionStorage.getItem('seeded')) return;
        sessionStorage.setItem('seeded', 'yes');
        for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
      }, storage);
      await page.goto(server.origin + address);
      return page;
    },
    async close() {
      for (const context of contexts) await context.close();
      await server.close();
    },
  };
}

export async function closeBrowser(): Promise<void> {
  await (await built)?.browser.close();
}

/** Violations of the content security policy; pages should cause none. */
export const policyViolations = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('violations') ?? '[]') as string[]);

function rememberPolicyViolations() {
  document.addEventListener('securitypolicyviolation', (event) => {
    const known = JSON.parse(sessionStorage.getItem('violations') ?? '[]') as string[];
    const text = `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`;
    sessionStorage.setItem('violations', JSON.stringify([...known, text]));
  });
}
