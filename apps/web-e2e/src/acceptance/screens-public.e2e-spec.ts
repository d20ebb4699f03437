import type { BrowserContext, Page, Request } from 'playwright-core';
import { browser, closeBrowser } from '../product/browser';
import { startProductionGateway } from '../product/production-gateway';
import { shared } from '../product/shared-product';
import { SCREENS_IN_PRODUCTION, SCREENS_OF_VISITORS } from './screens-of-visitors';
import { open } from './screens-rows';

const GUARDED = [
  '/account',
  '/campaigns/new',
  '/campaigns/7b0f4e6a-21f5-4d0c-9a52-3a6f6f1f7f01?tab=a b',
  '/app',
];

async function visit(baseURL = shared.url): Promise<[BrowserContext, Page]> {
  const viewport = { width: 1280, height: 900 };
  const context = await (await browser()).newContext({ viewport, baseURL });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  return [context, page];
}

afterAll(closeBrowser);

describe('2. Screens and routes, for a visitor', () => {
  let context: BrowserContext;
  let page: Page;
  const called: Request[] = [];
  const callsTo = (start: string) =>
    called.filter((request) => new URL(request.url()).pathname.startsWith(start));

  beforeAll(async () => {
    [context, page] = await visit();
    page.on('request', (request) => called.push(request));
  });
  afterAll(() => context?.close());

  describe.each(SCREENS_OF_VISITORS)('$screen', ({ rows, ...screen }) => {
    beforeAll(() => open(page, screen));
    it.each(rows)('%s', async (_quote, check) => check(page));
  });

  describe('Route guard', () => {
    beforeAll(() => open(page, { at: '/faq', heading: 'Frequently Asked Questions' }));

    it.each(GUARDED)(
      'With no signed-in session the user is redirected to /login?redirect={encoded current path and query}, replacing the history entry: %s',
      async (path) => {
        await page.goto(path);
        await page.getByRole('heading', { level: 1, name: 'Tomekeeper Sign In' }).waitFor();
        const { pathname, search } = new URL(page.url());
        const wanted = new URL(path, shared.url);
        expect(pathname + search).toBe(
          `/login?redirect=${encodeURIComponent(wanted.pathname + wanted.search)}`,
        );
        await page.goBack();
        await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor();
      },
    );
  });

  // Must be the last test: it checks every call of the pages above.
  it('no guest use by the product is shown; calls are sent without a credential', async () => {
    expect(callsTo('/idp')).toEqual([]);
    const calls = callsTo('/api/');
    expect(calls.length).toBeGreaterThan(1);
    for (const call of calls) expect(await call.headerValue('authorization')).toBeNull();
  });
});

describe('2. Screens and routes, on the production environment', () => {
  let production: Awaited<ReturnType<typeof startProductionGateway>>;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    production = await startProductionGateway();
    [context, page] = await visit(production.url);
  });
  afterAll(async () => {
    await context?.close();
    await production?.stop();
  });

  describe.each(SCREENS_IN_PRODUCTION)('$screen', ({ rows, ...screen }) => {
    beforeAll(() => open(page, screen));
    it.each(rows)('%s', async (_quote, check) => check(page));
  });
});
