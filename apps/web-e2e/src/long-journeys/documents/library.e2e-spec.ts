import { axeFindings } from '../../browser/axe';
import { picture } from '../../browser/launch-browser';
import { closeBrowser } from '../../product/browser';
import { newCampaign, uploadFile } from '../../product/campaign';
import { boxOf, controlsBelow, overlap, pageWidth, SIZES } from '../../product/layout';
import { pdfFile, pngFile } from '../../product/files';
import { callApi, newUser, userId, type Tab } from '../../product/person';

describe('the library of a campaign', () => {
  let gm: Tab, player: Tab;
  let campaign: string;
  const names = ({ page }: Tab) => page.locator('main [data-name] a').allTextContents();
  const open = async ({ page }: Tab, query = '') => {
    await page.goto(`/campaigns/${campaign}/library${query}`);
    await page.getByRole('link', { name: 'Map' }).waitFor();
  };

  beforeAll(async () => {
    gm = await newUser('Vera', 'Inkwell');
    player = await newUser('Pim', 'Reader', { width: 390, height: 844 });
    campaign = await newCampaign(gm, 'The Drowned Court', await userId(player));
    const files: [string, string | Buffer, string, string[]][] = [
      ['Map.png', pngFile(300, 200), 'image/png', ['places']],
      ['Crypt.png', pngFile(300, 200), 'image/png', ['places/below']],
      ['Secret plan.pdf', pdfFile(2), 'application/pdf', ['plans']],
      ['Book.pdf', pdfFile(2), 'application/pdf', []],
      ...['Rules', 'Letter', 'Rumours', 'Names'].map((name): [string, string, string, string[]] => [
        `${name}.md`,
        name,
        'text/markdown',
        [],
      ]),
    ];
    for (const [name, content, type, tags] of files) {
      const spoiler = name.startsWith('Secret');
      const { id } = await uploadFile(gm, { campaign, name, content, type, spoiler });
      if (tags.length > 0) await callApi(gm, 'PATCH', `/api/documents/${id}/`, { tags });
    }
  });
  afterAll(async () => {
    await gm?.context.close();
    await player?.context.close();
    await closeBrowser();
  });

  it('is a press away, opens folders, and is the same again by its address', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}`);
    await page.getByRole('link', { name: 'Open the library' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
    const folders = page.getByRole('navigation', { name: 'Folders' });
    await folders.getByRole('button', { name: /^places/ }).click();
    expect((await names(gm)).sort()).toEqual(['Crypt', 'Map']);
    await folders.getByRole('button', { name: /^below/ }).click();
    expect(await names(gm)).toEqual(['Crypt']);
    await page.reload();
    await page.getByRole('link', { name: 'Crypt' }).waitFor();
    expect(await names(gm)).toEqual(['Crypt']);
    await folders.getByRole('button', { name: /^All documents/ }).click();
    await page.getByLabel('Kind').selectOption('PDF');
    await page.getByLabel('Audience').selectOption('Spoilers');
    expect(await names(gm)).toEqual(['Secret plan']);
  });

  it('shows cards as long as one likes, walked through by arrow keys', async () => {
    const { page } = gm;
    await open(gm);
    await page.getByRole('button', { name: 'Gallery' }).click();
    await page.reload();
    await page.getByRole('link', { name: 'Map' }).waitFor();
    const [first, second] = await names(gm);
    const box = async (name: string | undefined) =>
      await page.getByRole('link', { name: name ?? '', exact: true }).boundingBox();
    expect((await box(first))?.y).toBe((await box(second))?.y);
    await page.getByRole('link', { name: first ?? '', exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(second);
    await picture(page, 'library gallery');
  });

  it.each([320, 390, 1280])('has sections of cards by category on %i px', async (width) => {
    const { page } = gm;
    const { body } = await callApi(gm, 'GET', `/api/documents/?campaign=${campaign}`);
    const all = body as { id: string; title: string }[];
    for (const [title, category] of [
      ['Map.png', 'place'],
      ['Letter.md', 'item'],
      ['Names.md', 'person'],
    ]) {
      const { id } = all.find((one) => one.title === title) ?? { id: '' };
      await callApi(gm, 'PATCH', `/api/documents/${id}/`, { category });
    }
    await page.setViewportSize({ width, height: 800 });
    await open(gm);
    await page.getByRole('button', { name: 'Gallery' }).click();
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    expect(await headings.allTextContents()).toEqual(['People', 'Places', 'Items', 'Other']);
    expect(await pageWidth(page)).toBeLessThanOrEqual(width);
    // From the only card of a section to the nearest one of the next section.
    await page.getByRole('link', { name: 'Names', exact: true }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Map');
    await picture(page, `library categories ${width}`);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  describe.each(SIZES)('on $width px', ({ width, height }) => {
    const isPhone = width < 640;
    const rows = () => gm.page.locator('main [data-layout] > li');
    const row = (name: string) => rows().filter({ hasText: name });
    const search = () => gm.page.getByRole('button', { name: /^Search/ });

    beforeAll(async () => {
      await gm.page.setViewportSize({ width, height });
      await open(gm);
    });
    afterAll(() => gm.page.setViewportSize({ width: 1280, height: 900 }));

    it.each(['List', 'Gallery'])(
      'opens a menu within the window and moves no row: %s',
      async (name) => {
        const { page } = gm;
        await page.getByRole('button', { name, exact: true }).click();
        expect(await pageWidth(page)).toBeLessThanOrEqual(width);
        for (const one of [rows().first(), rows().last()]) {
          const more = one.getByRole('button', { name: /^More for/ });
          await more.scrollIntoViewIfNeeded();
          const before = await boxOf(one);
          await more.click();
          const menu = await boxOf(page.getByRole('menu'));
          expect(await boxOf(one)).toEqual(before);
          expect(menu.top).toBeGreaterThanOrEqual(0);
          expect(menu.bottom).toBeLessThanOrEqual(height);
          expect(menu.left).toBeGreaterThanOrEqual(0);
          expect(menu.right).toBeLessThanOrEqual(width);
          // Items that are scrolled out of a menu as high as the window are not in sight.
          const covered = await page.getByRole('menu').evaluate((list) => {
            const { top: above, bottom: below } = list.getBoundingClientRect();
            return [...list.querySelectorAll('[role=menuitem]')]
              .map((item) => ({ item, box: item.getBoundingClientRect() }))
              .filter(({ box }) => box.top >= above && box.bottom <= below)
              .filter(({ item, box: { left, top, width, height } }) => {
                const seen = document.elementFromPoint(left + width / 2, top + height / 2);
                return !item.contains(seen);
              })
              .map(({ item }) => item.textContent);
          });
          expect(covered).toEqual([]);
          await page.keyboard.press('Escape');
        }
        await picture(page, `library ${name} ${width}`);
      },
    );

    it('has at most two stops in the tab order for each document', async () => {
      await gm.page.getByRole('button', { name: 'List', exact: true }).click();
      const stops = await rows().evaluateAll((all) =>
        all.map(
          (one) =>
            [...one.querySelectorAll<HTMLElement>('a, button, input')].filter(
              ({ tabIndex }) => tabIndex >= 0,
            ).length,
        ),
      );
      expect(Math.max(...stops)).toBeLessThanOrEqual(isPhone ? 3 : 2);
    });

    it('keeps messages off the bulk actions', async () => {
      const { page } = gm;
      const bar = page.getByRole('group', { name: 'Selected documents' });
      await page.getByLabel('Select Book.pdf').click();
      await bar.waitFor();
      for (const act of ['Reveal', 'Hide']) {
        if (isPhone) {
          await row('Secret plan')
            .getByRole('button', { name: /^More for/ })
            .click();
          await page.getByRole('menuitem', { name: act, exact: true }).click();
        } else await page.getByRole('button', { name: `${act} Secret plan.pdf` }).click();
        const toast = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').last();
        await toast.getByText('Secret plan').waitFor();
        expect(overlap(await boxOf(toast), await boxOf(bar))).toBe(false);
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        expect(overlap(await boxOf(toast), await boxOf(bar))).toBe(false);
        await picture(page, `library bulk ${act} ${width}`);
        await toast.getByRole('button', { name: 'Dismiss' }).click();
      }
      await bar.getByRole('button', { name: 'Clear' }).click();
    });

    it('lets the last control be scrolled above the search button', async () => {
      if (!isPhone) return;
      const { page } = gm;
      const last = {
        '/library': page.getByRole('button', { name: 'Trash' }),
        '/ledger': page.getByRole('main').getByRole('link', { name: 'Map' }).first(),
        '/ask': page.getByRole('main').getByRole('textbox'),
        '': page.getByRole('button', { name: 'Delete campaign' }),
      };
      for (const [path, control] of Object.entries(last)) {
        await page.goto(`/campaigns/${campaign}${path}`);
        await control.waitFor();
        expect([path, await controlsBelow(page, search())]).toEqual([path, []]);
      }
    });

    it('keeps the pages and search at the lower edge in landscape orientation, below the rows', async () => {
      if (!isPhone) return;
      const { page } = gm;
      const portrait = page.viewportSize();
      await open(gm);
      await page.setViewportSize({ width: 844, height: 390 });
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      const nav = page.getByRole('navigation', { name: 'Campaign' });
      for (const one of [nav.getByRole('link', { name: 'Library' }), search()]) {
        const { top, bottom } = await boxOf(one);
        expect(top).toBeGreaterThan(300);
        expect(bottom).toBeLessThanOrEqual(390);
      }
      const last = page.getByRole('button', { name: 'Trash' });
      expect(overlap(await boxOf(last), await boxOf(search()))).toBe(false);
      if (portrait) await page.setViewportSize(portrait);
    });

    it('has two rows of bulk actions at most, and ignores the press that closes their menu', async () => {
      if (!isPhone) return;
      const { page } = gm;
      const portrait = page.viewportSize();
      await page.setViewportSize({ width: 320, height: 640 });
      await open(gm);
      await page.getByLabel('Select Book.pdf').click();
      await page.getByLabel('Select Secret plan.pdf').click();
      const bar = page.getByRole('group', { name: 'Selected documents' });
      expect((await boxOf(bar)).height).toBeLessThan(130);
      await bar.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menu').waitFor();
      await page.getByLabel('Filter by name').click();
      expect(await page.getByRole('menu').count()).toBe(0);
      expect(await page.getByLabel('Filter by name').evaluate((it) => it.matches(':focus'))).toBe(
        false,
      );
      await bar.getByRole('button', { name: 'Clear' }).click();
      if (portrait) await page.setViewportSize(portrait);
    });

    it('leads from every page of the campaign to every other', async () => {
      const { page } = gm;
      const nav = page.getByRole('navigation', { name: 'Campaign' });
      const go = async (name: string) => {
        if (isPhone && ['Ask', 'Ledger', 'Settings'].includes(name)) {
          await nav.getByRole('button', { name: 'More pages of the campaign' }).click();
          await nav.getByRole('menuitem', { name }).click();
        } else await nav.getByRole('link', { name }).click();
      };
      for (const [name, address] of [
        ['Library', '/library'],
        ['Sessions', '/sessions'],
        ['Ledger', '/ledger'],
        ['Ask', '/ask'],
        ['Settings', '#settings'],
        ['Overview', ''],
      ] as const) {
        await go(name);
        await page.waitForURL(`**/campaigns/${campaign}${address}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        if (name === 'Settings')
          await page.waitForFunction(() => {
            const top = document.querySelector('#settings')?.getBoundingClientRect().top ?? -2;
            return top >= -1 && top < window.innerHeight / 2;
          });
        await picture(page, `campaign navigation ${name} ${width}`);
      }
      await page.getByRole('button', { name: 'Menu', exact: true }).waitFor({
        state: isPhone ? 'visible' : 'hidden',
      });
    });
  });

  it('shows a player only visible documents, without notes for GMs', async () => {
    const { page } = player;
    await open(player, '?audience=spoilers&tag=places');
    expect((await names(player)).sort()).toEqual([
      'Book',
      'Crypt',
      'Letter',
      'Map',
      'Names',
      'Rules',
      'Rumours',
    ]);
    for (const label of ['Audience', 'Tag']) expect(await page.getByLabel(label).count()).toBe(0);
    expect(await page.getByText('places').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await picture(page, 'library phone');
    const own = page.locator('main').innerText();
    await open(gm, '?as=party');
    await gm.page.getByText('You are viewing as the party.').waitFor();
    expect((await names(gm)).sort()).toEqual((await names(player)).sort());
    expect(await own).not.toContain('Secret');
  });

  it('tells who is not of the campaign nothing', async () => {
    const stranger = await newUser('Sly', 'Stranger');
    await stranger.page.goto(`/campaigns/${campaign}/library`);
    await stranger.page.getByRole('heading', { name: 'This library is not here.' }).waitFor();
    expect(await stranger.page.locator('main').innerText()).not.toContain('Drowned');
    await stranger.context.close();
  });

  it('has no finding of axe, in either theme', async () => {
    for (const tab of [gm, player])
      for (const layout of ['List', 'Gallery'])
        for (const colorScheme of ['light', 'dark'] as const) {
          await tab.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await open(tab);
          await tab.page.getByRole('button', { name: layout }).click();
          await tab.page.getByRole('button', { name: layout, pressed: true }).waitFor();
          expect([layout, await axeFindings(tab.page)]).toEqual([layout, []]);
        }
  });
});
