import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { browser, closeBrowser } from '../../product/browser';
import { startProductionGateway } from '../../product/production-gateway';
import { shared } from '../../product/shared-product';

const PAGES = [
  ['/', 'Tomekeeper'],
  ['/features', 'Features · Tomekeeper'],
  ['/faq', 'Frequently Asked Questions · Tomekeeper'],
  ['/contact', 'Contact · Tomekeeper'],
  ['/privacy', 'Privacy · Tomekeeper'],
  ['/how-secrets-are-kept', 'Spoiler protection · Tomekeeper'],
] as const;

const SHAPES = [
  { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

const open: BrowserContext[] = [];
async function visit(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await (
    await browser()
  ).newContext({ viewport: { width: 1280, height: 900 }, baseURL: shared.url, ...options });
  open.push(context);
  return context.newPage();
}

afterAll(async () => {
  for (const context of open) await context.close();
  await closeBrowser();
});

describe('a visitor without JavaScript', () => {
  it.each(PAGES)('reads %s', async (path, title) => {
    const page = await visit({ javaScriptEnabled: false });
    await page.goto(path);
    expect(await page.title()).toBe(title);
    expect(await page.locator('h1').count()).toBe(1);
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(300);
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
    expect(new URL(canonical ?? '').pathname).toBe(path);
    await page.getByRole('navigation').getByRole('link', { name: 'FAQ' }).click();
    expect(new URL(page.url()).pathname).toBe('/faq');
  });
});

describe('a visitor on a slow line', () => {
  let production: Awaited<ReturnType<typeof startProductionGateway>>;
  beforeAll(async () => {
    production = await startProductionGateway();
  });
  afterAll(() => production.stop());

  it.each([...PAGES.map(([path]) => [path, 'elsewhere'] as const), ['/', 'production'] as const])(
    'sees %s, on %s, neither move nor grow when fonts and app come late',
    async (path, where) => {
      const baseURL = where === 'production' ? production.url : shared.url;
      for (const shape of SHAPES) {
        const page = await visit({ ...shape, baseURL });
        await page.addInitScript(rememberMovesAndViolations);
        const letThrough = await holdBack(page, /\.woff2$|\/remotes\/.*\.js$/);
        await page.goto(path, { waitUntil: 'commit' });
        await page.waitForFunction(() => document.readyState !== 'loading');
        await painted(page);
        letThrough();
        await page.getByRole('button', { name: /Use the (dark|light) theme/ }).waitFor();
        await page.evaluate(() => document.fonts.ready);
        await painted(page);
        expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe(null);
        const sheets = page.locator('link[rel=stylesheet], style');
        const names = await sheets.evaluateAll((all) =>
          all.map(
            (one) => one.getAttribute('data-href') ?? one.getAttribute('href')?.split('/').at(-1),
          ),
        );
        expect(new Set(names).size).toBe(names.length);
        await page.context().close();
      }
    },
  );

  it('shows no log-in link while the session is loading', async () => {
    const page = await visit();
    const letThrough = await holdBack(page, /\/remotes\/.*\.js$/);
    await page.goto('/features', { waitUntil: 'commit' });
    const logIn = page.getByRole('link', { name: 'Log in' });
    const campaigns = page.getByRole('link', { name: 'My Campaigns' });
    await logIn.waitFor();
    expect(await campaigns.isVisible()).toBe(false);
    await page.evaluate(() =>
      localStorage.setItem(document.documentElement.dataset['sessionKey'] ?? '', 'somebody'),
    );
    await page.reload({ waitUntil: 'commit' });
    await campaigns.waitFor();
    expect(await logIn.isVisible()).toBe(false);
    letThrough();
    // No person is: there is no token.
    await logIn.waitFor();
    expect(await campaigns.isVisible()).toBe(false);
  });
});

describe('a visitor', () => {
  it('does not load the sign-in remote before it is needed', async () => {
    const page = await visit();
    await page.goto('/faq', { waitUntil: 'networkidle' });
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(loaded.some((name) => name.includes('/remotes/marketing/'))).toBe(true);
    expect(loaded.filter((name) => name.includes('/remotes/auth/'))).toEqual([]);
  });

  it('keeps the chosen theme, from before the first paint on', async () => {
    const page = await visit();
    await page.goto('/');
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await page.getByRole('button', { name: 'Use the light theme' }).waitFor();
  });

  it('has the links in a sheet on the phone, closed by following one', async () => {
    const page = await visit({ viewport: { width: 390, height: 844 } });
    await page.goto('/');
    const link = page.getByRole('banner').getByRole('link', { name: 'FAQ' });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' }).waitFor();
    await link.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  it('is listed to search engines by sitemap and robots.txt', async () => {
    const sitemap = await (await fetch(`${shared.url}/sitemap.xml`)).text();
    for (const [path] of PAGES) expect(sitemap).toContain(`${path}</loc>`);
    expect(await (await fetch(`${shared.url}/robots.txt`)).text()).toContain('/sitemap.xml');
  });
});

/**
 * Runs in the page: records layout shifts, larger paints by the app than by the document, and
 * violations of the content security policy.
 */
function rememberMovesAndViolations() {
  const note = (text: string) =>
    sessionStorage.setItem('seen', `${sessionStorage.getItem('seen') ?? ''}${text}\n`);
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    note(`refused ${violatedDirective} ${blockedURI}`),
  );
  let takenOver = Infinity;
  new MutationObserver((_, observer) => {
    if (!document.querySelector('header [title^="Use the"]')) return;
    takenOver = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) if (startTime > takenOver) note('grew');
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry && Number(entry.value) > 0) note(`moved ${String(entry.value)}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Blocks the responses to some requests. @returns function that releases them */
async function holdBack(page: Page, files: RegExp): Promise<() => void> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route(files, async (route) => {
    await held;
    await route.continue();
  });
  return letThrough;
}

/** Waits for the first paint, and for pending updates. */
async function painted(page: Page): Promise<void> {
  await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
      ),
  );
}
