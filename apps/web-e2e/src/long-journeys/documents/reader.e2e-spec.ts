import type { Page } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { picture } from '../../browser/launch-browser';
import { closeBrowser, listenForErrors } from '../../product/browser';
import { newCampaign, uploadFile } from '../../product/campaign';
import { boxOf, pageWidth, SIZES } from '../../product/layout';
import { callApi, newUser, userId, type Tab } from '../../product/person';

/** More chapters than are drawn at a time; the fortieth hides a lantern. */
const BOOK = Array.from({ length: 120 }, (_, index) => {
  const chapter = index + 1;
  const words = `Chapter ${chapter} tells of the road, of rain and of carters. `.repeat(4);
  const lantern = chapter === 40 ? 'Under the mill stands a brass lantern.\n\n' : '';
  return `## Chapter ${chapter}\n\n${words}\n\n${lantern}- a rope\n- a map\n\n> Nobody returns by night.\n`;
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
    for (const { page } of [gm, player]) listenForErrors(page, (message) => told.push(message));
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

  const chapter = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Outline' }).getByRole('link', { name, exact: true });

  /** Where this person was the last time, or at its beginning. */
  const open = async (page: Page, name: string) => {
    await page.goto(at(name));
    await page.locator('[data-passage]').first().waitFor();
  };

  /** The passage has the focus; the button next to it is drawn inside. */
  const hasFocus = (page: Page, name: string) =>
    page.waitForFunction((words) => document.activeElement?.textContent.startsWith(words), name);

  it('navigates by outline, and renders only nearby passages', async () => {
    const { page } = gm;
    await page.goto(at('Book.md'));
    await heading(page, 'Chapter 1').waitFor();
    expect(await page.locator('[data-at]').count()).toBeLessThan(120);
    const outline = page.getByRole('navigation', { name: 'Outline' });
    await outline.getByRole('link', { name: 'Chapter 25', exact: true }).click();
    await heading(page, 'Chapter 25').waitFor();
    await hasFocus(page, 'Chapter 25');
    expect(await isSeen(page, 'Chapter 25')).toBe(true);
    await outline.locator('[aria-current="location"]', { hasText: 'Chapter 25' }).waitFor();
    expect(await page.locator('[data-at]').count()).toBeLessThan(120);
    await picture(page, 'reader');
  });

  it('stays where one reads through a reload', async () => {
    const { page } = gm;
    await open(page, 'Book.md');
    await chapter(page, 'Chapter 19').click();
    await heading(page, 'Chapter 19').waitFor();
    await page.mouse.move(640, 500);
    await page.mouse.wheel(0, 900);
    const top = async () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[data-passage]')]
          .find((row) => row.getBoundingClientRect().bottom > 80)
          ?.getAttribute('id'),
      );
    await page.waitForFunction(() => location.hash === '');
    const before = await top();
    await page.waitForFunction(() => localStorage.getItem('tomekeeper.places')?.includes(' text'));
    await page.reload();
    await page.locator(`[id="${before}"]`).waitFor();
    await page.waitForFunction(
      (id) =>
        Math.abs((document.getElementById(id ?? '')?.getBoundingClientRect().top ?? 999) - 60) <
        250,
      before,
    );
  });

  it('is found in, from one place to the next', async () => {
    const { page } = gm;
    await open(page, 'Book.md');
    await page.keyboard.press('Control+f');
    await page.getByRole('textbox', { name: 'Find in this text' }).fill('BRASS LÀNTERN');
    await page.getByText('1 of 1', { exact: true }).waitFor();
    const mark = page.locator('mark[data-current]');
    await mark.waitFor();
    expect(await mark.textContent()).toBe('brass lantern');
    await page.getByRole('textbox', { name: 'Find in this text' }).fill('Nobody returns');
    await page.getByText(/^\d+ of 120$/).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('search').waitFor({ state: 'detached' });
  });

  it('opens lit for a player at the passage of a link', async () => {
    const { body } = await callApi(gm, 'GET', `/api/documents/${ids['Book.md']}/find/?q=lantern`);
    const [found] = (body as { found: { id: string }[] }).found;
    const { page } = player;
    await page.goto(at('Book.md', `#p-${found?.id}`));
    const passage = page.locator(`[id="p-${found?.id}"]`);
    await passage.waitFor();
    await page.waitForFunction((id) => document.activeElement?.id === `p-${id}`, found?.id);
    expect(await passage.textContent()).toContain('Under the mill stands a brass lantern.');
    expect((await passage.boundingBox())?.y).toBeLessThan(400);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    // Long texts render only some headings, so their order is not checked.
    const impacts = ['serious', 'critical'] as const;
    expect(await axeFindings(page, 'html', { impacts: [...impacts] })).toEqual([]);
    await picture(page, 'reader phone');
    await page.getByRole('button', { name: 'Outline' }).click();
    const sheet = page.getByRole('dialog', { name: 'Outline' });
    await sheet.getByRole('link', { name: 'Chapter 41', exact: true }).click();
    await sheet.waitFor({ state: 'detached' });
    await hasFocus(page, 'Chapter 41');
  });

  describe.each(SIZES)('on $width px', ({ width, height }) => {
    const bar = () => gm.page.locator('[data-bar]');
    const buttons = () => bar().getByRole('button').filter({ visible: true });

    beforeAll(async () => {
      await gm.page.setViewportSize({ width, height });
      await open(gm.page, 'Book.md');
      await gm.page.getByRole('button', { name: 'Find' }).waitFor();
    });
    afterAll(() => gm.page.setViewportSize({ width: 1280, height: 900 }));

    it('has its tools in one row, and the rest of them in a menu', async () => {
      const { page } = gm;
      const tops = await buttons().evaluateAll((all) =>
        all.map((one) => {
          const { top, height } = one.getBoundingClientRect();
          return Math.round(top + height / 2);
        }),
      );
      expect(Math.max(...tops) - Math.min(...tops)).toBeLessThanOrEqual(1);
      expect(await pageWidth(page)).toBeLessThanOrEqual(width);
      const before = await boxOf(bar());
      if (width < 640) {
        await page.getByRole('button', { name: 'More tools' }).click();
        const menu = await boxOf(page.getByRole('menu'));
        expect(menu.left).toBeGreaterThanOrEqual(0);
        expect(menu.right).toBeLessThanOrEqual(width);
        expect(await boxOf(bar())).toEqual(before);
        await page.getByRole('menuitem', { name: 'Who sees what' }).click();
        await page.getByRole('dialog', { name: 'Who sees what' }).waitFor();
        await page.keyboard.press('Escape');
      }
      await page.getByRole('button', { name: 'Type size and line length' }).click();
      const look = await boxOf(page.getByRole('group', { name: 'How the text looks' }));
      expect(look.left).toBeGreaterThanOrEqual(0);
      expect(look.right).toBeLessThanOrEqual(width);
      await page.keyboard.press('Escape');
    });

    it('tells campaign, library and document wherever one reads', async () => {
      const { page } = gm;
      const before = await boxOf(bar());
      await page.mouse.move(width / 2, height / 2);
      await page.mouse.wheel(0, 4_000);
      await page.waitForFunction(() => window.scrollY > 2_000);
      const { top, height: now } = await boxOf(bar());
      expect([top, now]).toEqual([0, before.height]);
      const way = page.getByRole('navigation', { name: 'Breadcrumb' });
      for (const name of ['The Drowned Court', 'Library'])
        await way.getByRole('link', { name }).waitFor();
      expect(await way.textContent()).toContain('Book');
    });
  });

  it('is quoted with where it stands', async () => {
    const { page, context } = gm;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, 'Book.md');
    await chapter(page, 'Chapter 3').click();
    await heading(page, 'Chapter 3').hover();
    await page.getByRole('button', { name: 'This part: Chapter 3' }).click();
    await page.getByRole('menuitem', { name: 'Copy with source' }).click();
    await page.getByText('Copied the text with its source.').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toMatch(/^Chapter 3\n\n— Book\.md\nhttp.*\/library\/.*#p-/);
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
    await page.getByText('You are viewing as the party.').waitFor();
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
