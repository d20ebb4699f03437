import type { Page } from 'playwright-core';
import {
  closeBrowser,
  openFrame,
  policyViolations,
  type FrameUnderTest,
} from './frame/frame-under-test';

const KEY = 'fake.client1.session';
const signedIn = { [KEY]: 'token-of-ada' };
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const avatar = (page: Page) => page.getByRole('button', { name: 'account menu of Ada Stern' });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name });
const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};

describe('the frame of every page, in a browser', () => {
  let frame: FrameUnderTest;
  beforeEach(async () => {
    frame = await openFrame();
  });
  afterEach(() => frame.close());
  afterAll(() => closeBrowser());

  describe('signed out', () => {
    it('never loads the auth remote on a public page, and offers to log in', async () => {
      const page = await frame.visit('/');
      await heading(page, 'The whole campaign').waitFor();
      await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor();
      const loaded = await page.evaluate(() =>
        performance.getEntriesByType('resource').filter(({ name }) => name.includes('fake-auth')),
      );
      expect(loaded).toEqual([]);
      expect(frame.server.apiCalls).toEqual([]);
      expect(await policyViolations(page)).toEqual([]);
    });

    it('leads from a guarded page to sign-in, replacing the history entry, and back', async () => {
      const page = await frame.visit('/');
      await heading(page, 'The whole campaign').waitFor();
      await page.goto(`${frame.server.origin}/things/7?tab=a%20b`);
      await heading(page, 'Sign in').waitFor();
      expect(pathOf(page)).toBe(`/login?redirect=${encodeURIComponent('/things/7?tab=a%20b')}`);
      await page.getByRole('button', { name: 'Sign in as Ada' }).click();
      await heading(page, 'Thing 7 of Ada').waitFor();
      expect(pathOf(page)).toBe('/things/7?tab=a%20b');
      await page.goBack();
      await heading(page, 'Sign in').waitFor();
      await page.goBack();
      await heading(page, 'The whole campaign').waitFor();
    });

    it('shows the front page for an unknown path', async () => {
      const page = await frame.visit('/no/such/page');
      await heading(page, 'The whole campaign').waitFor();
      await page.getByText('There is no page at that address').waitFor();
    });
  });

  it('hides the log-in link in production', async () => {
    await frame.close();
    frame = await openFrame({}, { environment: 'production' });
    const page = await frame.visit('/');
    await page.locator('main h1').waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'FAQ' }).waitFor();
    expect(await page.getByRole('banner').getByRole('link', { name: 'Log in' }).count()).toBe(0);
  });

  describe('signed in', () => {
    it('opens the menu by hover; it stays open on a click, and closes 300 ms after leaving', async () => {
      const page = await frame.visit('/well', { storage: signedIn });
      await avatar(page).hover();
      await item(page, 'Account').waitFor();
      await avatar(page).click();
      await item(page, 'Log out').waitFor();
      await heading(page, 'All is well').hover();
      await item(page, 'Account').waitFor();
      await item(page, 'Account').waitFor({ state: 'detached' });
    });

    it('opens the menu by click and closes it by a click outside', async () => {
      const page = await frame.visit('/well', { storage: signedIn });
      await avatar(page).press('Enter');
      await item(page, 'Account').waitFor();
      await heading(page, 'All is well').click();
      await item(page, 'Account').waitFor({ state: 'detached' });
    });

    it('goes to the account page', async () => {
      const page = await frame.visit('/well', { storage: signedIn });
      await avatar(page).click();
      await item(page, 'Account').click();
      await heading(page, 'Account').waitFor();
      expect(await page.title()).toBe('Account · Tomekeeper');
    });

    it('logs out: signs out, tells the server with the token it had, and goes home', async () => {
      const page = await frame.visit('/things/7', { storage: signedIn });
      await heading(page, 'Thing 7 of Ada').waitFor();
      await avatar(page).click();
      await item(page, 'Log out').click();
      await heading(page, 'The whole campaign').waitFor();
      expect(pathOf(page)).toBe('/');
      expect(frame.server.apiCalls.at(-1)).toEqual({
        call: 'POST /api/logout/',
        authorization: 'Bearer token-of-ada',
      });
      expect(await page.evaluate((key) => localStorage.getItem(key), KEY)).toBeNull();
    });

    it('logs out all the same when the server fails', async () => {
      frame.server.answerApi('POST /api/logout/', 500);
      const page = await frame.visit('/well', { storage: signedIn });
      await avatar(page).click();
      await item(page, 'Log out').click();
      await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor();
    });

    it('is signed out in every tab at once', async () => {
      const first = await frame.visit('/things/7', { storage: signedIn });
      await heading(first, 'Thing 7 of Ada').waitFor();
      const second = await frame.visit('/well', { context: first.context() });
      await avatar(second).click();
      await item(second, 'Log out').click();
      await heading(first, 'Sign in').waitFor();
      expect(pathOf(first)).toBe('/login?redirect=%2Fthings%2F7');
    });

    it('stays on a public page when the server refuses a stale session', async () => {
      frame.server.answerApi('GET /api/me/', 401);
      const page = await frame.visit('/well', { storage: signedIn });
      await page.getByRole('banner').getByRole('link', { name: 'Log in' }).waitFor();
      expect(pathOf(page)).toBe('/well');
    });

    it('shows the panel on guarded pages while the auth remote is away, and recovers', async () => {
      frame.server.setBehaviour('fake-auth', 'missing');
      const page = await frame.visit('/things/7', { storage: signedIn });
      await heading(page, 'This part of Tomekeeper can’t be shown right now').waitFor();
      await page.getByRole('link', { name: 'Well' }).click();
      await heading(page, 'All is well').waitFor();
      await page.goBack();
      frame.server.setBehaviour('fake-auth', 'served');
      await page.getByRole('button', { name: 'Retry' }).click();
      await heading(page, 'Thing 7 of Ada').waitFor();
    });
  });

  it('asks before unsaved changes are left, by a link and by the history', async () => {
    const page = await frame.visit('/well');
    await page.getByRole('link', { name: 'To the editor' }).click();
    await page.getByLabel('Text').fill('something');
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });

    await page.getByRole('link', { name: 'FAQ' }).click();
    await dialog.getByRole('button', { name: 'Stay here' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Text').inputValue()).toBe('something');

    await page.evaluate(() => history.back());
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await heading(page, 'All is well').waitFor();
    expect(pathOf(page)).toBe('/well');
    expect(await policyViolations(page)).toEqual([]);
  });

  it('moves the focus to the heading, scrolls to the top, and back to where one was', async () => {
    const page = await frame.visit('/well');
    await heading(page, 'All is well').waitFor();
    await page.evaluate(async () => {
      window.scrollTo(0, 900);
      await new Promise(requestAnimationFrame);
      // Pressed by script, because a real press would scroll to the link first.
      document.querySelector<HTMLElement>('header a[href="/faq"]')?.click();
    });
    await heading(page, 'Frequently asked questions').waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await heading(page, 'All is well').waitFor();
    await page.waitForFunction(() => Math.abs(window.scrollY - 900) < 2);
  });

  it('remembers the chosen theme before the first paint', async () => {
    const page = await frame.visit('/');
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await page.reload();
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    await page.getByRole('button', { name: 'Use the light theme' }).waitFor();
  });

  it('has the links in a sheet on the phone, closed by following one', async () => {
    const page = await frame.visit('/', { viewport: { width: 390, height: 844 } });
    const link = page.getByRole('banner').getByRole('link', { name: 'FAQ' });
    expect(await link.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await link.click();
    await heading(page, 'Frequently asked questions').waitFor();
    await link.waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  it('has one header, one main and one first heading on its pages', async () => {
    const page = await frame.visit('/', { storage: signedIn });
    for (const address of ['/', '/features', '/faq', '/well', '/account', '/nowhere']) {
      await page.goto(frame.server.origin + address);
      await page.locator('h1').waitFor();
      const counts = await page.evaluate(() =>
        ['header', 'main', 'h1'].map((tag) => document.querySelectorAll(tag).length),
      );
      expect([address, ...counts]).toEqual([address, 1, 1, 1]);
    }
  });
});
