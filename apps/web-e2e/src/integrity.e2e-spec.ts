import type { BrowserContext, Page } from 'playwright-core';
import { browser, closeBrowser } from './product/browser';
import { shared } from './product/shared-product';

/** Message of the first script about files that the document references. */
const NOT_AS_PUBLISHED = 'Part of this page could not be loaded, or is not what was published.';
const PANEL = 'This part of Tomekeeper can’t be shown right now';

let context: BrowserContext;
beforeEach(async () => {
  context = await (await browser()).newContext();
});
afterEach(() => context.close());
afterAll(() => closeBrowser());

/** Changes a file on its way, as a store or a cache in between could. @returns the paths that it changed */
async function tamper(file: RegExp): Promise<string[]> {
  const changed: string[] = [];
  await context.route(
    (url) => file.test(url.pathname),
    async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      const more = /\.css$/.test(new URL(route.request().url()).pathname)
        ? 'html{outline-style:dotted!important}'
        : ';window.tampered=true;';
      changed.push(new URL(route.request().url()).pathname);
      await route.fulfill({ response, body: text + more });
    },
  );
  return changed;
}

async function expectUntouched(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    isRun: Reflect.get(window, 'tampered') === true,
    isApplied: getComputedStyle(document.documentElement).outlineStyle === 'dotted',
  }));
  expect(found).toEqual({ isRun: false, isApplied: false });
}

it.each(['/', '/faq', '/login', '/nowhere', '/home'])(
  'every script and style sheet of %s says what it must be',
  async (address) => {
    const page = await context.newPage();
    // Scripts of chunks leave the document once they ran.
    await page.addInitScript(() => {
      const seen: string[] = [];
      Reflect.set(window, 'seen', seen);
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes)
          for (const node of addedNodes) {
            const address =
              node instanceof HTMLScriptElement
                ? node.src
                : node instanceof HTMLLinkElement && node.rel === 'stylesheet' && node.href;
            if (address)
              seen.push(`${(node as HTMLScriptElement).integrity.slice(0, 7)} ${address}`);
          }
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(shared.url + address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    const seen = (await page.evaluate(() => Reflect.get(window, 'seen') as string[])).map((each) =>
      each.replace(shared.url, ''),
    );
    expect(seen.filter((each) => each.includes('/remotes/')).length).toBeGreaterThan(1);
    expect(seen.filter((each) => each.includes('/static/')).length).toBeGreaterThan(1);
    expect(seen.filter((each) => !each.startsWith('sha384-'))).toEqual([]);
    expect(await page.getByText(NOT_AS_PUBLISHED).isVisible()).toBe(false);
  },
);

it.each([
  ['the shell’s script', '/nowhere', /^\/static\/js\/shell\..*js$/],
  ['the shell’s script behind a page that came along', '/', /^\/static\/js\/shell\..*js$/],
  ['React', '/faq', /^\/static\/js\/react\..*js$/],
  ['the shell’s style sheet', '/nowhere', /^\/static\/css\/shell\..*css$/],
])(
  '%s that is not what was published is refused, and the page says so',
  async (_, address, file) => {
    const changed = await tamper(file);
    const page = await context.newPage();
    await page.goto(shared.url + address);
    await page.getByRole('alert').filter({ hasText: NOT_AS_PUBLISHED }).waitFor();
    expect(changed.length).toBeGreaterThan(0);
    await expectUntouched(page);
  },
);

it.each([
  ['an entry', '/nowhere', /^\/remotes\/marketing\/.*\/entry\..*js$/],
  ['a chunk', '/nowhere', /^\/remotes\/marketing\/.*\/faq\..*js$/],
  ['a style sheet', '/nowhere', /^\/remotes\/marketing\/.*\/faq\..*css$/],
  ['an entry that the document asks for', '/faq', /^\/remotes\/marketing\/.*\/entry\..*js$/],
  ['a chunk that the document runs', '/faq', /^\/remotes\/marketing\/.*\/faq\..*js$/],
])('%s of the first pages that is not what was published is refused', async (_, address, file) => {
  const page = await context.newPage();
  const changed = await tamper(file);
  await page.goto(shared.url + address);
  if (address === '/nowhere' && file.source.includes('faq')) {
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).click();
  }
  await page.getByRole('heading', { level: 1, name: PANEL }).waitFor();
  expect(changed.length).toBeGreaterThan(0);
  await expectUntouched(page);
  await page.getByRole('alert').getByText('in a few minutes').waitFor();
});

it.each([
  ['an entry', /^\/remotes\/auth\/.*\/entry\..*js$/],
  ['a chunk', /^\/remotes\/auth\/.*\/remote\..*js$/],
  ['a style sheet', /^\/remotes\/auth\/.*css$/],
])('%s of another remote that is not what was published is refused', async (_, file) => {
  const changed = await tamper(file);
  const page = await context.newPage();
  await page.goto(`${shared.url}/login`);
  await page.getByRole('heading', { level: 1, name: PANEL }).waitFor();
  expect(changed.length).toBeGreaterThan(0);
  await expectUntouched(page);
});
