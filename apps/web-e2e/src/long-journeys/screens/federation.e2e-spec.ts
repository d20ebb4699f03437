import type { Page } from 'playwright-core';
import { picture } from '../../browser/launch-browser';
import {
  closeBrowser,
  openFrame,
  policyViolations,
  type FrameUnderTest,
} from '../../frame/frame-under-test';

const PANEL = 'This part of Tomekeeper can’t be shown right now';
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' }).click();

/** Everything but the remote in question must go on. */
async function restStillWorks(page: Page) {
  await page.getByRole('link', { name: 'FAQ' }).click();
  await heading(page, 'Frequently asked questions').waitFor();
}

describe('the federation contract, in a browser', () => {
  let frame: FrameUnderTest;
  afterEach(() => frame.close());
  afterAll(() => closeBrowser());

  it('shows a remote’s page: one React, one federation runtime, its own styles, no policy broken', async () => {
    frame = await openFrame();
    const page = await frame.visit('/well');
    await heading(page, 'All is well').waitFor();
    await page.getByRole('button', { name: 'Pressed 0' }).click();
    await page.getByRole('button', { name: 'Pressed 1' }).waitFor();
    await page.getByText(/React 19.* in a portal/).waitFor();
    expect(await page.title()).toBe('Well · Tomekeeper');
    const outline = await page.evaluate(
      () => getComputedStyle(document.querySelector('main > div') ?? document.body).outlineColor,
    );
    expect(outline).toBe('rgb(1, 2, 3)');
    const runtimes = await page.evaluate(() => {
      const { __FEDERATION__: federation } = globalThis as unknown as {
        __FEDERATION__: { __INSTANCES__: object[] };
      };
      return new Set(federation.__INSTANCES__.map((instance) => instance.constructor)).size;
    });
    expect(runtimes).toBe(1);
    expect(await policyViolations(page)).toEqual([]);
  });

  it('a dead remote costs its own route only, and Retry recovers it once it is back', async () => {
    frame = await openFrame();
    frame.server.setBehaviour('fake-pages', 'missing');
    const page = await frame.visit('/well');
    await heading(page, PANEL).waitFor();
    await picture(page, 'panel');
    await retry(page);
    await heading(page, PANEL).waitFor();
    await restStillWorks(page);

    await page.goBack();
    await heading(page, PANEL).waitFor();
    frame.server.setBehaviour('fake-pages', 'served');
    await retry(page);
    await heading(page, 'All is well').waitFor();
  });

  it('a remote that was dead is tried again when one comes back to its route', async () => {
    frame = await openFrame();
    frame.server.setBehaviour('fake-pages', 'missing');
    const page = await frame.visit('/well');
    await heading(page, PANEL).waitFor();
    await restStillWorks(page);
    frame.server.setBehaviour('fake-pages', 'served');
    await page.getByRole('link', { name: 'Well' }).click();
    await heading(page, 'All is well').waitFor();
  });

  it.each(['module', 'create'])(
    'a remote whose %s throws costs its own routes only, and Retry recovers',
    async (fault) => {
      frame = await openFrame();
      const page = await frame.visit('/well', { storage: { 'fake.fault': fault } });
      await heading(page, PANEL).waitFor();
      await page.evaluate(() => localStorage.removeItem('fake.fault'));
      await retry(page);
      await heading(page, 'All is well').waitFor();
      await restStillWorks(page);
    },
  );

  it('a page that throws while rendering costs only itself, and Retry recovers', async () => {
    frame = await openFrame();
    const page = await frame.visit('/throws', { storage: { 'fake.fault': 'render' } });
    await heading(page, PANEL).waitFor();
    await page.getByRole('link', { name: 'Well' }).click();
    await heading(page, 'All is well').waitFor();
    await page.goBack();
    await heading(page, PANEL).waitFor();
    await page.evaluate(() => localStorage.removeItem('fake.fault'));
    await retry(page);
    await heading(page, 'Calm again').waitFor();
  });

  it('a page that the remote promised and does not bring is a panel', async () => {
    frame = await openFrame();
    const page = await frame.visit('/promised');
    await heading(page, PANEL).waitFor();
  });

  it('a widget that throws costs only its place in the page', async () => {
    frame = await openFrame();
    const page = await frame.visit('/places-widget', { storage: { 'fake.fault': 'widget' } });
    await heading(page, 'A page around a widget').waitFor();
    await page.getByRole('heading', { name: PANEL, level: 2 }).waitFor();
    await page.evaluate(() => localStorage.removeItem('fake.fault'));
    await retry(page);
    await page.getByRole('heading', { name: 'Documents of c1' }).waitFor();
  });

  it('refuses a remote of another contract major without loading any of it', async () => {
    frame = await openFrame({ manifest: { requires: '^2.0' } });
    const page = await frame.visit('/well');
    await heading(page, PANEL).waitFor();
    await page.getByText('built for another version').waitFor();
    const loaded = await page.evaluate(() =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes('fake-pages')),
    );
    expect(loaded).toEqual([]);
    await restStillWorks(page);
  });

  it('gives a remote that never answers 120 s, says so on the way, and recovers by Retry', async () => {
    frame = await openFrame();
    frame.server.setBehaviour('fake-pages', 'silent');
    const page = await frame.visit('/');
    await page.clock.install();
    await page.getByRole('link', { name: 'Well' }).click();
    await page.clock.fastForward(11_000);
    await page.getByText('This is taking longer than usual').waitFor();
    await page.clock.fastForward(120_000);
    await heading(page, PANEL).waitFor();
    frame.server.setBehaviour('fake-pages', 'served');
    await retry(page);
    await heading(page, 'All is well').waitFor();
  });

  it('starts over at once when a person presses Retry on a load that hangs', async () => {
    frame = await openFrame();
    frame.server.setBehaviour('fake-pages', 'silent');
    const page = await frame.visit('/');
    await page.clock.install();
    await page.getByRole('link', { name: 'Well' }).click();
    await page.clock.fastForward(11_000);
    frame.server.setBehaviour('fake-pages', 'served');
    await retry(page);
    await heading(page, 'All is well').waitFor();
  });

  it('a broken entry of the registry costs only itself', async () => {
    frame = await openFrame();
    frame.server.addBrokenEntry({ id: 'broken', manifest: 'nonsense' });
    const page = await frame.visit('/well');
    await heading(page, 'All is well').waitFor();
  });

  it('says so when the installation does not answer, and starts by Retry', async () => {
    frame = await openFrame();
    frame.server.setStartup('missing');
    const page = await frame.visit('/well');
    await heading(page, 'Tomekeeper can’t be reached right now').waitFor();
    await picture(page, 'start-failed');
    frame.server.setStartup('served');
    await retry(page);
    await heading(page, 'All is well').waitFor();
  });
});
