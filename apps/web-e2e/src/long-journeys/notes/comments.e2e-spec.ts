import type { Page } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { pageWidth } from '../../product/layout';
import { callApi, newUser, userId, type Tab } from '../../product/person';

/** Maximum latency of a live change on a busy machine. */
const SOON = { timeout: 30_000 };
const PHONE = { width: 390, height: 844 };
const OPEN = 'The bell of the old mill rings at night.';
const SECRET = 'The miller rings it himself.';

afterAll(closeBrowser);

describe('comments on passages', () => {
  let gm: Tab, player: Tab, other: Tab;
  let campaign: string, document: string;

  beforeAll(async () => {
    gm = await newUser('Gerda', 'Moss');
    player = await newUser('Pia', 'Reed', PHONE);
    other = await newUser('Olin', 'Ash');
    campaign = await newCampaign(
      gm,
      'The Drowned Court',
      await userId(player),
      await userId(other),
    );
    const markdown = `${OPEN}\n\n> [!secret]\n> ${SECRET}`;
    const body = { campaign, title: 'The mill', is_spoilers: false, markdown };
    const note = await callApi(gm, 'POST', '/api/documents/notes/', body);
    document = (note.body as { id: string }).id;
  });
  afterAll(async () => {
    for (const each of [gm, player, other]) await each?.context.close();
  });

  const read = async ({ page }: Tab) => {
    await page.goto(`/campaigns/${campaign}/library/${document}`);
    await page.getByText(OPEN).waitFor(SOON);
  };
  const panel = (page: Page) => page.getByRole('dialog', { name: 'Comments' });
  const mark = (page: Page, count: string) =>
    page.getByRole('button', { name: `${count} on this passage` });
  const comment = async ({ page }: Tab, passage: string, text: string) => {
    await page.getByText(passage).click();
    await page.getByRole('button', { name: 'This passage', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Comment' }).click();
    await panel(page).getByLabel('Comment', { exact: true }).fill(text);
    await panel(page).getByRole('button', { name: 'Send' }).click();
    await panel(page).getByRole('listitem').filter({ hasText: text }).waitFor(SOON);
  };

  it('are written by a player on a phone, and appear on open screens', async () => {
    for (const each of [gm, player, other]) await read(each);
    await comment(player, OPEN, 'Who rings it?');
    expect(await axeFindings(player.page)).toEqual([]);
    expect(await pageWidth(player.page)).toBeLessThanOrEqual(PHONE.width);
    for (const { page } of [gm, other]) {
      await mark(page, '1 comment').click(SOON);
      const row = panel(page).getByRole('listitem');
      await row.getByText('Pia Reed').waitFor(SOON);
      expect(await row.innerText()).toContain('Who rings it?');
      expect(await row.getByRole('button', { name: 'Edit' }).count()).toBe(0);
      expect(await axeFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
    }
    await player.page.getByRole('button', { name: 'Close' }).click();
  });

  it('on a secret passage stay with the game masters, also after it is revealed', async () => {
    await comment(gm, SECRET, 'He is cursed.');
    await panel(gm.page).getByText('Only game masters read it.').waitFor();
    await gm.page.keyboard.press('Escape');
    const { body } = await callApi(gm, 'GET', `/api/documents/${document}/passages/`);
    const passages = (body as { passages: { id: string }[] }).passages.map(({ id }) => id);
    const reveal = { passages: passages.slice(1), audience: 'party' };
    await callApi(gm, 'PUT', `/api/documents/${document}/audience/`, reveal);
    await other.page.getByText(SECRET).waitFor(SOON);
    await comment(other, SECRET, 'Aha!');
    await mark(gm.page, '2 comments').waitFor(SOON);
    await other.page.keyboard.press('Escape');
    expect(await mark(other.page, '1 comment').count()).toBe(2);
    for (const each of [player, other]) {
      await read(each);
      await each.page.getByText(SECRET).waitFor(SOON);
      expect(await each.page.content()).not.toContain('He is cursed.');
    }
  });

  it('are deleted by a game master, after a confirmation', async () => {
    await mark(gm.page, '1 comment').click(SOON);
    await panel(gm.page).getByRole('button', { name: 'Delete' }).click();
    const confirm = gm.page.getByRole('dialog', { name: 'Delete this comment?' });
    await confirm.getByRole('button', { name: 'Delete comment' }).click();
    await panel(gm.page).getByText('No comments yet.').waitFor(SOON);
    await player.page.getByText(OPEN).waitFor();
    await mark(player.page, '1 comment').first().waitFor(SOON);
    await gm.page.keyboard.press('Escape');
  });

  it('are turned off in the library by a game master', async () => {
    await gm.page.goto(`/campaigns/${campaign}/library`);
    await gm.page.getByRole('checkbox', { name: 'Players and game masters can comment' }).uncheck();
    await mark(player.page, '1 comment').waitFor({ ...SOON, state: 'detached' });
    await player.page.getByText(OPEN).click();
    await player.page.getByRole('button', { name: 'This passage', exact: true }).click();
    expect(await player.page.getByRole('menuitem', { name: 'Comment' }).count()).toBe(0);
    expect(await axeFindings(gm.page)).toEqual([]);
  });
});
