import type { Page } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { picture } from '../../browser/launch-browser';
import { closeBrowser, listenForErrors } from '../../product/browser';
import { newCampaign, uploadFile } from '../../product/campaign';
import { pdfFile } from '../../product/files';
import { callApi, newUser, userId, type Tab } from '../../product/person';
import { prefersFiles } from '../../product/prefers-files';

const PAGES = 600;

describe('a PDF in the page', () => {
  let gm: Tab, player: Tab;
  let campaign: string;
  const ids: Record<string, string> = {};
  const told: string[] = [];
  const at = (name: string, query = '') => `/campaigns/${campaign}/library/${ids[name]}${query}`;
  const pageField = (page: Page) => page.getByRole('textbox', { name: 'Page' });
  const sheet = (page: Page, number: number) =>
    page.getByRole('group', { name: `Page ${number}`, exact: true });
  /** Drawn, and with its text over it. */
  const drawn = async (page: Page, number: number) => {
    await sheet(page, number).locator('canvas').waitFor();
    await sheet(page, number).getByText(`Page ${number} lantern`).waitFor();
  };

  beforeAll(async () => {
    gm = await newUser('Vera', 'Inkwell');
    player = await newUser('Pim', 'Reader', { width: 390, height: 844 });
    for (const tab of [gm, player]) {
      await prefersFiles(tab);
      const { page } = tab;
      listenForErrors(page, (message) => told.push(message));
    }
    campaign = await newCampaign(gm, 'The Drowned Court', await userId(player));
    const book = pdfFile(PAGES, { word: 'lantern', ballast: 20_000 });
    const files: [string, Buffer, boolean][] = [
      ['Book.pdf', book, false],
      ['Secret.pdf', pdfFile(2, { word: 'lantern' }), true],
      ['Locked.pdf', pdfFile(2, { locked: true }), false],
      ['Damaged.pdf', book.subarray(2000, 3000), false],
    ];
    for (const [name, content, spoiler] of files)
      ids[name] = (
        await uploadFile(gm, { campaign, name, content, type: 'application/pdf', spoiler })
      ).id;
  });
  afterAll(async () => {
    await gm?.context.close();
    await player?.context.close();
    await closeBrowser();
  });

  it('does not load pdf.js in the list', async () => {
    const loaded: string[] = [];
    gm.page.on('response', (response) => loaded.push(response.url()));
    await gm.page.goto(`/campaigns/${campaign}`);
    await gm.page.getByRole('link', { name: 'Book.pdf' }).waitFor();
    expect(loaded.filter((url) => /pdf\.worker|\.wasm|\.bcmap/.test(url))).toEqual([]);
    const drawer = await gm.page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => /\/remotes\/documents\//.test(entry.name))
        .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
    );
    // pdf.js alone is larger.
    expect(Math.max(...drawer)).toBeLessThan(80_000);
  });

  it('opens a book at the page of a link, and reads no more of it than that takes', async () => {
    const { page } = player;
    let bytes = 0;
    page.on('response', (response) => {
      if (response.status() === 206) bytes += Number(response.headers()['content-length']);
    });
    await page.goto(at('Book.pdf', '?page=400'));
    await drawn(page, 400);
    expect(await pageField(page).inputValue()).toBe('400');
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(3_000_000);
    expect(await sheet(page, 1).count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await picture(page, 'pdf phone');
  });

  it('stores the current page in the URL, and restores it', async () => {
    const { page } = gm;
    await page.goto(at('Book.pdf'));
    await drawn(page, 1);
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('group', { name: /^Pages\./ }).focus();
    await page.keyboard.press('End');
    await drawn(page, PAGES);
    await page.waitForURL(`**${at('Book.pdf', `?page=${PAGES}`)}`);
    await pageField(page).fill('37');
    await pageField(page).press('Enter');
    await drawn(page, 37);
    await page.waitForURL(`**${at('Book.pdf', '?page=37')}`);
    await page.getByRole('link', { name: 'The Drowned Court' }).click();
    await page.getByRole('link', { name: 'Book.pdf' }).click();
    await drawn(page, 37);
    expect(await pageField(page).inputValue()).toBe('37');
    // Back leads to the previous document, not to the previous PDF page.
    await page.goBack();
    await page.getByRole('link', { name: 'Book.pdf' }).waitFor();
  });

  it('is sized, and keeps the place; its text can be selected', async () => {
    const { page } = gm;
    await page.goto(at('Book.pdf', '?page=12'));
    await drawn(page, 12);
    const width = async () => (await sheet(page, 12).boundingBox())?.width ?? 0;
    const fit = await width();
    await page.getByRole('button', { name: 'Smaller' }).click();
    await page.getByRole('button', { name: 'Smaller' }).click();
    expect(await width()).toBeLessThan(fit * 0.9);
    expect(await pageField(page).inputValue()).toBe('12');
    await page.getByRole('button', { name: 'Fit width' }).click();
    expect(await width()).toBeCloseTo(fit, 0);
    await sheet(page, 12)
      .getByText('Page 12 lantern')
      .dblclick({ position: { x: 5, y: 5 } });
    expect(await page.evaluate(() => String(getSelection()).trim())).toBe('Page');
    await picture(page, 'pdf');
  });

  it('continues after its URL has expired', async () => {
    const { page } = gm;
    await page.goto(at('Book.pdf', '?page=1'));
    await drawn(page, 1);
    let refused = 0;
    const ended = new URL(
      await page.evaluate(
        () =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .findLast((name) => name.includes('X-Amz-Signature')) ?? '',
      ),
    ).search;
    // Storage response after a minute.
    await page.route(
      (url) => url.search === ended,
      (route) => {
        refused += 1;
        // Signed within one second, the next one is the same.
        if (refused > 1) return route.continue();
        return route.fulfill({ status: 403, headers: { 'access-control-allow-origin': '*' } });
      },
    );
    await pageField(page).fill('300');
    await pageField(page).press('Enter');
    await drawn(page, 300);
    expect(refused).toBeGreaterThan(0);
    await page.unrouteAll();
  });

  it.each([
    ['Locked.pdf', 'This PDF is locked with a password.'],
    ['Damaged.pdf', 'This PDF is damaged.'],
  ])('says what is wrong with %s, and saves it', async (name, words) => {
    const { page } = player;
    await page.goto(at(name));
    await page.getByText(words).waitFor();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('alert').getByRole('button', { name: 'Download original' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe(name);
  });

  it('is closed for a reading player when it is hidden', async () => {
    const { page } = player;
    await page.goto(at('Book.pdf'));
    await pageField(page).waitFor();
    await callApi(gm, 'PATCH', `/api/documents/${ids['Book.pdf']}/`, { is_spoilers: true });
    await page.getByRole('heading', { name: 'This document is no longer here.' }).waitFor();
    expect(await page.locator('canvas').count()).toBe(0);
    await callApi(gm, 'PATCH', `/api/documents/${ids['Book.pdf']}/`, { is_spoilers: false });
    await page.goto(at('Secret.pdf'));
    await page.getByRole('heading', { name: 'This document is no longer here.' }).waitFor();
  });

  it('has no finding of axe, in either theme, and breaks no rule of the page', async () => {
    for (const name of ['Book.pdf', 'Locked.pdf'])
      for (const { page } of [gm, player])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await page.goto(at(name));
          await page.getByRole('heading', { level: 1, name: name.replace('.pdf', '') }).waitFor();
          await (name === 'Book.pdf' ? page.locator('canvas') : page.getByRole('alert'))
            .first()
            .waitFor();
          expect([name, await axeFindings(page)]).toEqual([name, []]);
        }
    expect(told.filter((message) => /Content.Security.Policy|wasm|worker/i.test(message))).toEqual(
      [],
    );
  });
});
