import type { Page } from 'playwright-core';
import { axeFindings } from '../browser/axe';
import { picture } from '../browser/launch-browser';
import { closeBrowser } from '../product/browser';
import { newCampaign, uploadFile } from '../product/campaign';
import { callApi, newUser, userId, type Tab } from '../product/person';

/** More chapters than are drawn at a time. */
const BOOK = Array.from({ length: 120 }, (_, index) => {
  const chapter = index + 1;
  const words = `Chapter ${chapter} tells of the road, of rain and of carters. `.repeat(4);
  return `## Chapter ${chapter}\n\n${words}\n\n- a rope\n- a map\n\n> Nobody returns by night.\n`;
}).join('\n');

const SEAL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const PAGE = `<!doctype html><title>Letter</title><h1>A letter</h1>
<p onclick="window.ran = true">Dear <b>Ireena</b>, come <a href="javascript:window.ran = true">here</a>.</p>
<script>window.ran = true</script><img src="x" onerror="window.ran = true">
<img alt="The seal" width="120" height="60" src="data:image/png;base64,${SEAL}"><p>Yours, I.</p>`;

interface Read {
  id: string;
  text_state?: string;
}

describe('the text of a document', () => {
  let gm: Tab, player: Tab;
  let campaign: string;
  const ids: Record<string, string> = {};
  const told: string[] = [];
  const at = (name: string, rest = '') => `/campaigns/${campaign}/library/${ids[name]}${rest}`;
  const stateOf = async (name: string) => {
    const { body } = await callApi(gm, 'GET', `/api/documents/?campaign=${campaign}`);
    return (body as Read[]).find(({ id }) => id === ids[name])?.text_state;
  };
  const isRead = async (name: string) => {
    const deadline = Date.now() + 60_000;
    while ((await stateOf(name)) !== 'ready') {
      if (Date.now() > deadline) throw new Error(`${name} is ${await stateOf(name)}.`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  };
  const heading = (page: Page, name: string) =>
    page.locator('main').getByRole('heading', { level: 3, name, exact: true });
  /** Below the bar that sticks to the top, and in the window. */
  const isSeen = (page: Page, name: string) =>
    heading(page, name).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 30 && bottom <= window.innerHeight;
    });

  beforeAll(async () => {
    gm = await newUser('Vera', 'Inkwell');
    player = await newUser('Pim', 'Reader', { width: 390, height: 844 });
    for (const { page } of [gm, player]) {
      page.on('pageerror', ({ message }) => told.push(message));
      page.on('console', (message) => message.type() === 'error' && told.push(message.text()));
    }
    campaign = await newCampaign(gm, 'The Drowned Court', await userId(player));
    for (const [name, content, type] of [
      ['Book.md', BOOK, 'text/markdown'],
      ['Letter.html', PAGE, 'text/html'],
    ] as const)
      ids[name] = (await uploadFile(gm, { campaign, name, content, type })).id;
    await isRead('Book.md');
    await isRead('Letter.html');
  });
  afterAll(async () => {
    await gm?.context.close();
    await player?.context.close();
    await closeBrowser();
  });

  /** Where this person was the last time, or at its beginning. */
  const open = async (page: Page, name: string) => {
    await page.goto(at(name));
    await page.locator('[data-passage]').first().waitFor();
  };

  it('is read by its outline, and draws only what is near', async () => {
    const { page } = gm;
    await page.goto(at('Book.md'));
    await heading(page, 'Chapter 1').waitFor();
    expect(await page.locator('[data-at]').count()).toBeLessThan(120);
    const outline = page.getByRole('navigation', { name: 'Outline' });
    await outline.getByRole('link', { name: 'Chapter 25', exact: true }).click();
    await heading(page, 'Chapter 25').waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Chapter 25');
    expect(await isSeen(page, 'Chapter 25')).toBe(true);
    await outline.locator('[aria-current="location"]', { hasText: 'Chapter 25' }).waitFor();
    expect(await page.locator('[data-at]').count()).toBeLessThan(120);
    await picture(page, 'reader');
  });

  it('runs nothing that a file brings along', async () => {
    const { page } = gm;
    await page.goto(at('Letter.html'));
    await heading(page, 'A letter')
      .or(page.getByRole('heading', { level: 2, name: 'A letter' }))
      .waitFor();
    await page.getByText('Ireena').click();
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    expect(await page.locator('main a[href^="javascript:"]').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('has the pictures of its file, with their words and in their room', async () => {
    for (const { page } of [gm, player]) {
      await page.goto(at('Letter.html'));
      const seal = page.getByRole('img', { name: 'The seal' });
      await seal.waitFor();
      await page.waitForFunction(
        () => document.querySelector<HTMLImageElement>('[alt="The seal"]')?.naturalWidth,
      );
      expect(await seal.boundingBox()).toMatchObject({ width: 120, height: 60 });
    }
  });

  it('is seen as a player sees it, and is gone with a Hide', async () => {
    const { page } = gm;
    await page.goto(at('Book.md', '?as=party'));
    await page.getByText('This is what the party sees.').waitFor();
    await heading(page, 'Chapter 1').waitFor();
    await open(player.page, 'Book.md');
    await callApi(gm, 'PATCH', `/api/documents/${ids['Book.md']}/`, { is_spoilers: true });
    await player.page
      .getByRole('heading', { level: 1, name: 'This document is no longer here.' })
      .waitFor();
    expect(await player.page.getByText('tells of the road').count()).toBe(0);
  });

  it('leaves the console quiet', () => {
    // The browser itself tells of the answer that says that a document is gone.
    expect(told.filter((message) => !message.includes('404'))).toEqual([]);
  });
});
