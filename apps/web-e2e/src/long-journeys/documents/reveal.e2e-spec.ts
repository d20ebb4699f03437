import type { Locator, Page } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { picture } from '../../browser/launch-browser';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { pressTool } from '../../product/layout';
import { callApi, newUser, userId, type Tab } from '../../product/person';

const PHONE = { width: 390, height: 844 };
/** Maximum latency of a reveal on a busy machine; the bench measures the real latency. */
const SOON = { timeout: 30_000 };

const ROOM = `# The vault

The stairs end at an iron door.

> [!read-aloud]
> Cold air flows from the dark, and water drips.

## Behind the door

- a chest
- a candle that burns

> [!secret]
> The skull lies behind the third brick.

> [!read-aloud]
> Light falls through a broken pane.
`;
const COLD = 'Cold air flows from the dark';
const LIGHT = 'Light falls through a broken pane';
const SKULL = 'The skull lies behind the third brick';

describe('a room of an adventure', () => {
  let gm: Tab, mia: Tab, tom: Tab;
  let campaign: string, room: string, miaId: string;
  const told: string[] = [];

  beforeAll(async () => {
    gm = await newUser('Greta', 'Vault');
    mia = await newUser('Mia', 'Brook', PHONE);
    tom = await newUser('Tom', 'Field');
    for (const { page } of [gm, mia, tom])
      page.on('pageerror', ({ message }) => told.push(message));
    miaId = await userId(mia);
    campaign = await newCampaign(gm, 'The Sunken Keep', miaId, await userId(tom));
    const made = await callApi(gm, 'POST', '/api/documents/notes/', {
      campaign,
      title: 'Skull of Argyn',
      is_spoilers: true,
      markdown: ROOM,
    });
    room = (made.body as { id: string }).id;
    for (const { page } of [mia, tom]) {
      await page.goto(`/campaigns/${campaign}/library`);
      await page.getByText('No documents yet.').waitFor();
    }
    await gm.page.goto(`/campaigns/${campaign}/library/${room}`);
    await passage(gm.page, COLD).waitFor();
  });
  afterAll(async () => {
    for (const each of [gm, mia, tom]) await each?.context.close();
    await closeBrowser();
    expect(told).toEqual([]);
  });

  const passage = (page: Page, words: string): Locator =>
    page.locator('[data-passage]').filter({ hasText: words });
  const bar = (page: Page): Locator => page.getByRole('group', { name: 'Selected passages' });
  const select = async (page: Page, words: string) => {
    await passage(page, words).hover();
    await passage(page, words).getByRole('checkbox').click();
  };
  /** Waits for the result; the spoiler check may ask first. */
  const isDone = async (page: Page, words: RegExp) => {
    const message = page.getByText(words);
    const goOn = page.getByRole('button', { name: 'Go on' });
    await message.or(goOn).first().waitFor();
    if (await goOn.isVisible()) await goOn.click();
    await message.waitFor();
  };
  const seesNothingOf = async (page: Page, ...words: string[]) => {
    const text = await page.locator('body').innerText();
    for (const one of words) expect(text).not.toContain(one);
  };

  it('is revealed box by box, under a separate title', async () => {
    const { page } = gm;
    await select(page, COLD);
    await bar(page).getByText('1 selected: GM only').waitFor();
    await page.keyboard.press('r');
    const title = page.getByRole('textbox', { name: 'Title for players' });
    expect(await title.inputValue()).toBe('');
    await title.fill('Beneath the keep');
    await page.getByRole('button', { name: 'Reveal', exact: true }).click();
    await isDone(page, /^“Cold air flows.*” is revealed to the party\.$/);
    await passage(page, COLD).getByText('Party', { exact: true }).waitFor();

    await mia.page.getByRole('link', { name: 'Beneath the keep' }).click();
    await passage(mia.page, COLD).waitFor(SOON);
    expect(await mia.page.locator('[data-passage]').count()).toBe(1);
    await seesNothingOf(mia.page, 'Skull', 'brick', 'iron door', LIGHT, 'GM only', 'Party');

    // The second box, while the first stands open on her phone.
    await select(page, LIGHT);
    await bar(page).getByRole('button', { name: 'Reveal to the party' }).click();
    await isDone(page, /^“Light falls.*” is revealed to the party\.$/);
    await passage(mia.page, LIGHT).waitFor(SOON);
    expect(await mia.page.locator('[data-at="1"]').innerText()).toContain(LIGHT);
    await tom.page.getByRole('link', { name: 'Beneath the keep' }).click();
    await passage(tom.page, LIGHT).waitFor(SOON);
  });

  it('has a secret for one player alone', async () => {
    const { page } = gm;
    await select(page, SKULL);
    await bar(page).getByRole('button', { name: 'Chosen players…' }).click();
    await page.getByRole('checkbox', { name: 'Mia Brook' }).check();
    await page.getByRole('button', { name: 'Only Mia Brook' }).click();
    await isDone(page, /^“The skull lies.*” is for Mia Brook now\.$/);
    await passage(page, SKULL).getByText('Mia Brook', { exact: true }).waitFor();
    await passage(mia.page, SKULL).getByText('Not for the whole party').waitFor(SOON);
    await picture(mia.page, 'not-for-the-whole-party');
    await tom.page.reload();
    await passage(tom.page, LIGHT).waitFor();
    await seesNothingOf(tom.page, 'skull', 'Mia');
    await picture(page, 'reveal');
    expect(await axeFindings(page, 'main')).toEqual([]);
    expect(await axeFindings(mia.page, 'main')).toEqual([]);
  });

  it('is viewed as the players', async () => {
    const page = await gm.context.newPage();
    await page.goto(`/campaigns/${campaign}/library/${room}?as=party`);
    await passage(page, LIGHT).waitFor();
    await seesNothingOf(page, 'skull', 'Skull', 'iron door');
    await page.goto(`/campaigns/${campaign}/library/${room}?as=${miaId}`);
    await passage(page, SKULL).waitFor();
    expect(await page.locator('[data-passage]').count()).toBe(3);
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await page.close();
  });

  it('is hidden with one key, and restored by undo', async () => {
    const { page } = gm;
    await passage(page, COLD).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('r');
    await page.getByText(/^“Cold air flows.*” is hidden from the players\.$/).waitFor();
    await passage(mia.page, COLD).waitFor({ state: 'detached', ...SOON });
    await passage(mia.page, LIGHT).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText(/^Undone/).waitFor();
    await passage(mia.page, COLD).waitFor(SOON);
    await passage(page, COLD).getByText('Party', { exact: true }).waitFor();
  });

  const showNow = async () => {
    const { page } = gm;
    await passage(page, 'a chest').hover();
    await passage(page, 'a chest').getByRole('button', { name: 'This passage' }).click();
    await page.getByRole('menuitem', { name: 'Show now' }).click();
    return page.getByRole('dialog', { name: 'Show now' });
  };

  it('appears on the screen of one player until they close it, and leaves nothing behind', async () => {
    const { page } = gm;
    const question = await showNow();
    await question.getByRole('checkbox', { name: 'Tom' }).click();
    expect(await axeFindings(page, '[role=dialog]')).toEqual([]);
    await picture(page, 'show-now-question');
    await question.getByRole('button', { name: 'Show without keeping' }).click();
    await isDone(page, /^On the screen of Mia/);
    const dialog = mia.page.getByRole('dialog', { name: 'Shown to you' });
    await dialog.getByText('a chest').waitFor(SOON);
    expect(await axeFindings(mia.page, '[role=dialog]')).toEqual([]);
    await picture(mia.page, 'shown-without-keeping');
    await mia.page.reload();
    await dialog.getByText('a chest').waitFor(SOON);
    expect(await tom.page.getByRole('dialog').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await mia.page.reload();
    await passage(mia.page, LIGHT).waitFor();
    expect(await dialog.count()).toBe(0);
    expect(await passage(mia.page, 'a chest').count()).toBe(0);
  });

  it('appears on the players’ screens passage by passage, until it is undone', async () => {
    const { page } = gm;
    const question = await showNow();
    await question.getByRole('radio', { name: /^Show and reveal/ }).click();
    await question.getByRole('button', { name: 'Show and reveal' }).click();
    await isDone(page, /^“a chest” is on the players’ screens\.$/);
    const dialogs = [mia, tom].map((one) =>
      one.page.getByRole('dialog', { name: 'Beneath the keep' }),
    );
    for (const dialog of dialogs) {
      await dialog.getByText('a chest').waitFor(SOON);
      expect(await dialog.innerText()).not.toContain(COLD);
    }
    expect(await axeFindings(mia.page, '[role=dialog]')).toEqual([]);
    await picture(mia.page, 'shown-passage');
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page
      .getByText(/^Undone/)
      .last()
      .waitFor();
    for (const dialog of dialogs) await dialog.waitFor({ state: 'detached', ...SOON });
    await passage(tom.page, 'a chest').waitFor({ state: 'detached', ...SOON });
    await passage(mia.page, 'a chest').waitFor({ state: 'detached', ...SOON });
  });

  it('lists the visibility by section', async () => {
    const { page } = gm;
    await page.getByRole('button', { name: 'Who sees what' }).click();
    const dialog = page.getByRole('dialog', { name: 'Who sees what' });
    await dialog.getByText('Party 2').waitFor();
    await dialog.getByText('Chosen players 1').waitFor();
    await picture(page, 'who-sees-what');
    expect(await axeFindings(page, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Next shown' }).click();
    await page.waitForFunction(
      (words) => document.activeElement?.textContent.includes(words),
      COLD,
    );
    await page.getByText('3 passages shown').waitFor();
  });

  it('is revealed by thumb', async () => {
    const { page } = gm;
    await page.setViewportSize(PHONE);
    await pressTool(page, 'Select');
    await page.getByText('a chest').click();
    await page.getByText('a candle that burns').click();
    await bar(page).getByText('2 selected: GM only').waitFor();
    expect(await axeFindings(page, 'main')).toEqual([]);
    await picture(page, 'reveal-phone');
    const { width } = PHONE;
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await bar(page).getByRole('button', { name: 'Reveal to the party' }).click();
    await isDone(page, /^2 passages are revealed to the party\.$/);
    await passage(mia.page, 'a candle that burns').waitFor(SOON);
    await passage(tom.page, 'a chest').waitFor(SOON);
    await seesNothingOf(tom.page, 'skull');
  });

  it('keeps a player’s reading position while passages appear above it', async () => {
    const words = (at: number) => `Mile ${at} of the old road, with rain and mud on it.`;
    const made = await callApi(gm, 'POST', '/api/documents/notes/', {
      campaign,
      title: 'The long road',
      is_spoilers: true,
      markdown: Array.from({ length: 400 }, (_, at) => words(at)).join('\n\n'),
    });
    const { id } = made.body as { id: string };
    const read = await callApi(gm, 'GET', `/api/documents/${id}/passages/?limit=500`);
    const ids = (read.body as { passages: { id: string }[] }).passages.map((one) => one.id);
    const reveal = (passages: string[]) =>
      callApi(gm, 'PUT', `/api/documents/${id}/audience/`, {
        passages,
        audience: 'party',
        public_title: 'A road',
      });
    expect((await reveal(ids.slice(200))).status).toBe(200);
    const { page } = mia;
    await page.goto(`/campaigns/${campaign}/library/${id}#p-${ids[300]}`);
    await passage(page, words(300)).waitFor();
    await page.mouse.move(195, 500);
    await page.mouse.wheel(0, 120);
    const top = () =>
      passage(page, words(304)).evaluate((row) => Math.round(row.getBoundingClientRect().top));
    await page.waitForFunction(() => window.scrollY > 500);
    await page.evaluate(() => document.fonts.ready);
    let before = await top();
    for (let last = -1; last !== before; before = await top()) last = before;
    const place = await passage(page, words(304)).getAttribute('data-at');
    expect(place).toBe('104');
    expect((await reveal(ids.slice(0, 200))).status).toBe(200);
    await page
      .locator('[data-at="304"]')
      .filter({ hasText: words(304) })
      .waitFor(SOON);
    expect(Math.abs((await top()) - before)).toBeLessThan(4);
  });
});
