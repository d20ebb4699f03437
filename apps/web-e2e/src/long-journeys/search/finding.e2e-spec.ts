import { settles } from '@tomekeeper/testing';
import type { Page } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { picture } from '../../browser/launch-browser';
import { closeBrowser, listenForErrors } from '../../product/browser';
import { newCampaign, uploadFile } from '../../product/campaign';
import { pdfFile } from '../../product/files';
import { callApi, logOut, newUser, signIn, userId, type Tab } from '../../product/person';
import { prefersFiles } from '../../product/prefers-files';

/** Words that players do not see. */
const SECRETS = ['Ilsabet', 'Vasilka', 'Azalin'];

const KREZK = `# Krezk

## The smithy

Gregor the blacksmith shoes horses for two silver.

> [!secret]
> His dead wife was called Ilsabet, and the mill pond has her.

## The inn

At the Blue Water Inn wolf steak costs five copper.
`;
const EVENING = `# What happened

The party owes the ferryman Ottokar nine gold.

They swore to ring the bell at noon.
`;
const VILLAINS = `# The castle

Azalin sleeps in the crypt below the chapel.

Vasilka was sewn together by the abbot.
`;

/** Question, text of the expected passage, and whether players may read it. */
const QUESTIONS: readonly [typed: string, says: string, isPublic: boolean][] = [
  ['dead wife', 'Ilsabet', false],
  ['ilsab', 'Ilsabet', false],
  ['horses', 'shoes horses for two silver', true],
  ['wolf steak', 'five copper', true],
  ['"blue water"', 'Blue Water Inn', true],
  ['owes ferryman', 'Ottokar', true],
  ['ottok', 'nine gold', true],
  ['noon bell', 'ring the bell at noon', true],
  ['sleeps crypt', 'Azalin sleeps', false],
  ['abbot sewn', 'Vasilka', false],
];

const PAGES = ['Ravens watch the road.', 'The gate is shut.', 'A lantern burns in the tower.'];

/** Status messages of the search page after a search. */
const OUTCOME = /^(\d+ results?|No results for “.*”\.)$/;

/** Time budget for ten questions, including Ctrl+K and Enter. */
const MOST_KEYS = 12 * QUESTIONS.length;

describe('finding and asking', () => {
  let gm: Tab, player: Tab;
  let campaign: string, krezk: string, book: string;
  const told: string[] = [];

  beforeAll(async () => {
    gm = await newUser('Gerda', 'Moss');
    player = await newUser('Pia', 'Reed', { width: 390, height: 844 });
    campaign = await newCampaign(gm, 'The Drowned Court', await userId(player));
    for (const { page } of [gm, player]) listenForErrors(page, (message) => told.push(message));
    krezk = await note('Krezk', false, KREZK);
    await note('Session one', false, EVENING);
    await note('The count', true, VILLAINS);
    const content = pdfFile(3, { lines: PAGES });
    const type = 'application/pdf';
    book = (await uploadFile(gm, { campaign, name: 'Book.pdf', content, type, spoiler: true })).id;
    // New content is indexed after a moment; files are extracted first.
    for (const [who, q] of [
      [gm, 'vasilka'],
      [player, 'noon'],
      [gm, 'lantern'],
    ] as const)
      await settles(async () => expect([q, ...(await hitsOf(who, q))]).not.toEqual([q]), {
        timeout: 60_000,
      });
  });
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
    await closeBrowser();
    expect(told).toEqual([]);
  });
  const note = async (title: string, is_spoilers: boolean, markdown: string) => {
    const body = { campaign, title, is_spoilers, markdown };
    const made = await callApi(gm, 'POST', '/api/documents/notes/', body);
    return (made.body as { id: string }).id;
  };
  const hitsOf = async (who: Tab, q: string) => {
    const query = new URLSearchParams({ campaign, q });
    const { body } = await callApi(who, 'GET', `/api/search/?${query}`);
    return (body as { hits?: { document: string; passage?: string }[] }).hits ?? [];
  };

  const field = (page: Page) => page.getByRole('combobox', { name: 'Search', exact: true });
  const list = (page: Page) => page.getByRole('listbox', { name: 'Results' });
  const open = async (page: Page) => {
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await field(page).waitFor();
  };
  /** Waits for all results of the query. */
  const isSettled = (page: Page) =>
    page
      .getByRole('dialog')
      .getByRole('status')
      .filter({ hasText: /^\d+ results?$/ })
      .waitFor();
  const keysOf = (typed: string) => 1 + typed.length + 1;

  it('answers ten questions of a game master by Ctrl+K, letters and Enter, each passage lit', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}`);
    await page.getByRole('button', { name: 'Search', exact: true }).waitFor();
    let keys = 0;
    for (const [typed, says] of QUESTIONS) {
      // Typed at once, as a hand does that waits for nothing.
      await page.keyboard.press('Control+k');
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      keys += keysOf(typed);
      const lit = page.locator('main [data-at]:focus').filter({ hasText: says });
      await lit.waitFor();
      expect(new URL(page.url()).hash).toBe(`#${await lit.getAttribute('id')}`);
    }
    expect(keys).toBeLessThanOrEqual(MOST_KEYS);
    process.stdout.write(`${QUESTIONS.length} questions of a GM: ${keys} keys\n`);
  });

  it('answers the same ten questions for a player from visible text only', async () => {
    const { page } = player;
    await page.goto(`/campaigns/${campaign}`);
    const answers: string[] = [];
    page.on('response', (response) => {
      if (!response.url().includes('/api/search/')) return;
      void response.text().then(
        (text) => answers.push(text),
        // Something else was typed before it had come.
        () => undefined,
      );
    });
    for (const [typed, says, isPublic] of QUESTIONS) {
      // On a phone the button is in reach of the thumb.
      const button = page.getByRole('button', { name: 'Search', exact: true });
      await button.waitFor();
      const box = await button.boundingBox();
      expect(box?.y).toBeGreaterThan(600);
      await button.click();
      await field(page).fill(typed);
      await isSettled(page);
      if (isPublic) {
        await page.keyboard.press('Enter');
        await page.locator('main [data-at]:focus').filter({ hasText: says }).waitFor();
      } else {
        await list(page).getByText('Ask “').waitFor();
        for (const secret of SECRETS) expect(await page.content()).not.toContain(secret);
        await page.keyboard.press('Escape');
      }
    }
    expect(answers.length).toBeGreaterThanOrEqual(QUESTIONS.length);
    expect(answers.filter((text) => SECRETS.some((secret) => text.includes(secret)))).toEqual([]);
  });

  it('is walked through by keys, and gives the focus back', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}/library`);
    const button = page.getByRole('button', { name: 'Search', exact: true });
    await button.focus();
    await open(page);
    await field(page).fill('krezk');
    await isSettled(page);
    const chosen = list(page).getByRole('option', { selected: true });
    const first = await chosen.textContent();
    await page.keyboard.press('ArrowDown');
    expect(await chosen.textContent()).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    expect(await chosen.textContent()).toBe(first);
    expect(await field(page).getAttribute('aria-activedescendant')).toBe(
      await chosen.getAttribute('id'),
    );
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    await page.locator(':focus').and(button).waitFor();
    // Where nothing is written, by a slash.
    await page.keyboard.press('/');
    await field(page).waitFor();
    await page.keyboard.type('new note');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New note' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('offers recently opened documents until log-out, without storing their names on the device', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}/library/${krezk}`);
    await page.getByText('Gregor the blacksmith').waitFor();
    await open(page);
    await page.keyboard.press('Escape');
    await open(page);
    const last = page.getByRole('group', { name: 'Recent' });
    await last.getByText('Krezk').waitFor();
    const kept = () => page.evaluate(() => JSON.stringify(localStorage));
    expect(await kept()).toContain(krezk);
    expect(await kept()).not.toContain('Krezk');
    await page.keyboard.press('Escape');
    await logOut(page);
    expect(await kept()).not.toContain(krezk);
    await signIn(gm);
  });

  it('lists all that is found on a page with its address, with filters for the game master alone', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}/search?q=wife&audience=gm`);
    const entry = page.getByRole('article').filter({ hasText: 'Ilsabet' });
    await entry.getByText('GM only').waitFor();
    expect(await entry.locator('mark').allTextContents()).toContain('wife');
    expect(await entry.getByText('The smithy').count()).toBe(1);
    await page.getByLabel('Audience').selectOption('Party');
    await page.getByText('No results for “wife”.').waitFor();
    expect(new URL(page.url()).search).toBe('?q=wife&audience=party');
    await page.getByRole('button', { name: 'Search without filters' }).click();
    await entry.waitFor();
    await picture(page, 'search page');

    await player.page.goto(`/campaigns/${campaign}/search?q=ilsabet`);
    await player.page.getByText(OUTCOME).waitFor();
    expect(await player.page.getByRole('main').textContent()).not.toContain('mill pond');
    expect(await player.page.getByLabel('Audience').count()).toBe(0);
    // As the game master sees them find it.
    await page.goto(`/campaigns/${campaign}/search?q=wife&as=party`);
    await page.getByText('You are viewing as the party.').waitFor();
    await page.getByText(OUTCOME).waitFor();
    expect(await page.content()).not.toContain('Ilsabet');
  });

  it('quotes matching passages, and says if there are none', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}`);
    await open(page);
    await page.keyboard.type('what does wolf steak cost at the inn?');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'what does wolf steak cost at the inn?' }).waitFor();
    const quote = page.locator('blockquote').filter({ hasText: 'five copper' });
    await quote.waitFor();
    const figure = page.getByRole('figure').filter({ has: quote });
    await picture(page, 'ask page');
    await figure.getByRole('link', { name: /The inn/ }).click();
    await page.locator('main [data-at]:focus').filter({ hasText: 'five copper' }).waitFor();
    await page.waitForFunction(() =>
      [...(CSS.highlights.get('quote') ?? [])].some(
        (range) => range instanceof Range && range.toString().includes('five copper'),
      ),
    );

    for (const who of [gm, player]) {
      await who.page.goto(`/campaigns/${campaign}/ask?q=who+forged+the+moon`);
      await who.page.getByText('Nothing in your notes answers this.').waitFor();
    }
    const secret = `/campaigns/${campaign}/ask?q=what+was+the+dead+wife+of+the+blacksmith+called`;
    await player.page.goto(secret);
    await player.page.getByText('Nothing in your notes answers this.').waitFor();
    expect(await player.page.content()).not.toContain('Ilsabet');
  });

  it('removes results from open pages when they are hidden', async () => {
    const { page } = player;
    await page.goto(`/campaigns/${campaign}/search?q=horses`);
    const entry = page.getByRole('article').filter({ hasText: 'shoes horses' });
    await entry.waitFor();
    const passages = (await hitsOf(gm, 'horses')).flatMap(({ passage }) => passage ?? []);
    const path = `/api/documents/${krezk}/audience/`;
    await callApi(gm, 'PUT', path, { passages, audience: 'gm' });
    await entry.waitFor({ state: 'detached' });
    await page.getByText('No results for “horses”.').waitFor();
    await callApi(gm, 'PUT', path, { passages, audience: 'party' });
    await entry.waitFor();
  });

  it('lights the words of a passage on the page of a PDF', async () => {
    const { page } = gm;
    await prefersFiles(gm);
    await page.goto(`/campaigns/${campaign}/search?q=lantern`);
    const entry = page.getByRole('article').filter({ hasText: 'page 3' });
    await entry.getByRole('link').click();
    await page.waitForURL(new RegExp(`/library/${book}\\?page=3#p-`));
    const sheet = page.getByRole('group', { name: 'Page 3', exact: true });
    await sheet.locator('span[class*="lit"]').filter({ hasText: 'A lantern burns' }).waitFor();
    expect(await page.locator('span[class*="lit"]').filter({ hasText: 'Page 3' }).count()).toBe(0);
    await picture(page, 'lit in a PDF');
  });

  it.each(['light', 'dark'] as const)('is fit for everybody, by %s', async (colorScheme) => {
    const findings: string[] = [];
    for (const { page } of [gm, player]) {
      await page.emulateMedia({ colorScheme });
      for (const path of ['search?q=bell', 'search?q=qqzz', 'ask?q=who+rings+the+bell+at+noon']) {
        await page.goto(`/campaigns/${campaign}/${path}`);
        await page
          .getByText(/^(\d+ results?|No results for “qqzz”\.)$/)
          .or(page.getByRole('figure').first())
          .first()
          .waitFor();
        findings.push(...(await axeFindings(page)));
      }
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await field(page).fill('bell');
      await isSettled(page);
      findings.push(...(await axeFindings(page, '[role=dialog]')));
      await picture(page, `palette ${colorScheme}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(wide).toBeLessThanOrEqual(0);
    }
    expect(findings).toEqual([]);
  });
});
