import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../browser/launch-browser';
import { buildProject, WORKSPACE } from './build-project';
import { startFrameServer, type FrameServer, type RemoteUnderTest } from './frame-server';

const FIXTURES = path.join(WORKSPACE, 'apps/web-e2e/fixtures');

/** A browser on the real shell with remotes made for the test. */
export interface FrameUnderTest {
  server: FrameServer;
  /** A page of a visitor of its own. */
  visit: (path: string, options?: VisitOptions) => Promise<Page>;
  close: () => Promise<void>;
}

export interface VisitOptions {
  /** Put into local storage before the first script runs. */
  storage?: Record<string, string>;
  /** Share the visitor of another page, as a second tab. */
  context?: BrowserContext;
  viewport?: { width: number; height: number };
}

interface Built {
  browser: Browser;
  dists: { shell: string; pages: string; auth: string; marketing: string };
}

let built: Promise<Built> | undefined;

/** Once for all specs of a file: builds are the real ones and take seconds. */
async function buildAll(): Promise<Built> {
  const browser = await launchBrowser();
  const dists = {
    shell: buildProject(path.join(WORKSPACE, 'apps/shell')),
    marketing: buildProject(path.join(WORKSPACE, 'apps/marketing')),
    pages: buildProject(path.join(FIXTURES, 'fake-pages')),
    auth: buildProject(path.join(FIXTURES, 'fake-auth')),
  };
  return { browser, dists };
}

export async function openFrame(
  overrides: Record<string, Partial<RemoteUnderTest>> = {},
  config: Record<string, unknown> = {},
): Promise<FrameUnderTest> {
  built ??= buildAll();
  const { browser, dists } = await built;
  const server = await startFrameServer({
    shellDist: dists.shell,
    config,
    remotes: {
      'fake-pages': { dist: dists.pages, ...overrides['fake-pages'] },
      'fake-auth': { dist: dists.auth, ...overrides['fake-auth'] },
      marketing: { dist: dists.marketing, ...overrides['marketing'] },
    },
  });
  server.answerApi('GET /api/me/', 200, {
    id: '1',
    email: 'ada@example.org',
    first_name: 'Ada',
    last_name: 'Stern',
  });
  server.answerApi('POST /api/logout/', 200);
  const contexts = new Set<BrowserContext>();

  return {
    server,
    async visit(address, { storage = {}, context, viewport } = {}) {
      const own = context ?? (await browser.newContext({ viewport }));
      contexts.add(own);
      const page = await own.newPage();
      await page.addInitScript(rememberPolicyViolations);
      // Once per visitor: a reload must not bring back what the test has changed since.
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

/** What the browser refused because of the content security policy; good pages give no reason. */
export const policyViolations = (page: Page) =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('violations') ?? '[]') as string[]);

function rememberPolicyViolations() {
  document.addEventListener('securitypolicyviolation', (event) => {
    const known = JSON.parse(sessionStorage.getItem('violations') ?? '[]') as string[];
    const text = `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`;
    sessionStorage.setItem('violations', JSON.stringify([...known, text]));
  });
}
