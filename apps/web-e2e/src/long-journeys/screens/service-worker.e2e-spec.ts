import { settles } from '@tomekeeper/testing';
import type { BrowserContext, Page } from 'playwright-core';
import { browser, closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { logOut, newUser, pressSignIn, type Tab } from '../../product/person';
import { startSlowProxy, type SlowProxy } from './slow-proxy';

const SOON = { timeout: 60_000 };
const SCRIPT = '/static/js/service-worker.js';
const REGISTRY = '/registry/remotes.json';

describe('the service worker of signed-in pages', () => {
  let proxy: SlowProxy;
  let user: Tab;
  let context: BrowserContext;
  let page: Page;
  let campaign: string;

  beforeAll(async () => {
    proxy = await startSlowProxy();
    user = await newUser('Sela', 'Work');
    campaign = await newCampaign(user, 'The Slow Road');
    context = await (await browser()).newContext({ baseURL: proxy.url });
    page = await context.newPage();
  });
  afterEach(() => proxy.release());
  afterAll(async () => {
    await context.close();
    await user.context.close();
    await closeBrowser();
    await proxy.close();
  });

  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  const isReady = () => page.evaluate(async () => Boolean(await navigator.serviceWorker.ready));
  /** Paths of the stored responses. */
  const stored = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const lists = await Promise.all(
        names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
      );
      return lists.flat().map((url) => new URL(url).pathname);
    });
  const storedText = (path: string) =>
    page.evaluate(async (path) => (await caches.match(path))?.text(), path);
  const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  /** A load whose document and settings do not arrive before the text. */
  async function openSlowly(path: string, title: string) {
    proxy.hold();
    await page.goto(path, { waitUntil: 'commit' });
    await heading(title).waitFor();
    await settles(
      () => expect(proxy.held()).toEqual(expect.arrayContaining([path, REGISTRY])),
      SOON,
    );
  }

  it('is registered after the sign-in and not before', async () => {
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(await registrations()).toBe(0);
    await pressSignIn(page, user.person);
    await page.waitForURL('**/home');
    await settles(async () => expect(await registrations()).toBe(1), SOON);
    await isReady();
  });

  it('stores pages without ids, and no call, landing page or sign-in page', async () => {
    await page.goto(`/campaigns/${campaign}`);
    await page.getByText('The Slow Road').first().waitFor();
    await page.goto('/home');
    await heading('Your Campaigns').waitFor();
    await page.goto('/faq');
    await page.goto('/home');
    await settles(
      async () =>
        expect(await stored()).toEqual(
          expect.arrayContaining(['/home', '/campaigns/:id', '/config.json', REGISTRY]),
        ),
      SOON,
    );
    const paths = await stored();
    expect(paths.filter((path) => /^\/(api|idp|login|faq)|^\/$/.test(path))).toEqual([]);
    expect(paths.join()).not.toContain(campaign);
    for (const path of ['/home', '/config.json'])
      expect(await storedText(path)).not.toContain(user.person.email);
  });

  it('shows the stored page on a slow network, and uses a changed registry on the next load', async () => {
    const link = (name: string) =>
      page.getByRole('banner').getByRole('link', { name, exact: true });
    proxy.change(REGISTRY, (body) => body.replace('"My Campaigns"', '"My Tables"'));
    await openSlowly('/home', 'Your Campaigns');
    await link('My Campaigns').waitFor();
    proxy.release();
    await settles(async () => expect(await storedText(REGISTRY)).toContain('My Tables'), SOON);
    await openSlowly('/home', 'Your Campaigns');
    await link('My Tables').waitFor();
  });

  it('gives way to a network that is fast enough', async () => {
    proxy.change(REGISTRY, (body) => body.replace('"My Campaigns"', '"My Quests"'));
    await settles(async () => {
      await page.goto('/home');
      await page.getByRole('link', { name: 'My Quests', exact: true }).waitFor({ timeout: 2_000 });
    }, SOON);
  });

  it('is removed by an operator who withdraws its script', async () => {
    proxy.change(SCRIPT, undefined);
    await page.goto('/home');
    await settles(async () => expect(await registrations()).toBe(0), SOON);
    expect(await stored()).toEqual([]);
    proxy.change(SCRIPT, (body) => body);
    await page.goto('/home');
    await isReady();
  });

  it('and its store are gone after a sign-out', async () => {
    await page.goto('/home');
    await settles(async () => expect(await stored()).toContain('/home'), SOON);
    await logOut(page);
    await settles(async () => expect(await registrations()).toBe(0), SOON);
    expect(await stored()).toEqual([]);
  });

  it('leaves a page without a network to the browser', async () => {
    await pressSignIn(page, user.person);
    await page.waitForURL('**/home');
    await isReady();
    await page.goto('/home');
    await heading('Your Campaigns').waitFor();
    await proxy.close();
    await expect(page.goto('/home')).rejects.toThrow(/net::ERR_/);
  });
});
