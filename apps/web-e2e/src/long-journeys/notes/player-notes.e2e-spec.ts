import type { Page } from 'playwright-core';
import { axeFindings } from '../../browser/axe';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { pageWidth } from '../../product/layout';
import { newUser, userId, type Tab } from '../../product/person';

/** Maximum latency of a live change on a busy machine. */
const SOON = { timeout: 30_000 };
const PHONE = { width: 390, height: 844 };
const SECRET = 'The innkeeper lied about the bell.';

afterAll(closeBrowser);

describe('notes of players', () => {
  let gm: Tab, author: Tab, other: Tab;
  let campaign: string, note: string;

  beforeAll(async () => {
    gm = await newUser('Gerda', 'Moss');
    author = await newUser('Pia', 'Reed', PHONE);
    other = await newUser('Olin', 'Ash');
    campaign = await newCampaign(
      gm,
      'The Drowned Court',
      await userId(author),
      await userId(other),
    );
  });
  afterAll(async () => {
    for (const each of [gm, author, other]) await each?.context.close();
  });

  const notesOf = (page: Page) => page.goto(`/campaigns/${campaign}/notes`);
  const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
  const readers = (page: Page) => page.getByRole('button', { name: /^Who reads it/ });
  const choose = async (page: Page, audience: string) => {
    await readers(page).click();
    await page.getByRole('menuitemcheckbox', { name: audience }).click();
    await page.getByRole('button', { name: `Who reads it: ${audience}` }).waitFor(SOON);
  };

  it('are begun on the overview by a player on a phone, private at first', async () => {
    const { page } = author;
    await page.goto(`/campaigns/${campaign}`);
    const mine = page.getByRole('region', { name: 'My notes' });
    await mine.getByRole('button', { name: 'New note' }).click();
    const dialog = page.getByRole('dialog', { name: 'New note' });
    await dialog.getByLabel('Name of the note').fill('Suspects');
    expect(await dialog.getByRole('radio', { name: 'Only you' }).isChecked()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create note' }).click();
    await page.waitForURL((url) => url.search === '?edit=1');
    note = new URL(page.url()).pathname;
    const text = page.getByRole('textbox', { name: /text/i }).last();
    await text.click();
    await page.keyboard.type(SECRET);
    await page.getByText('Saved', { exact: true }).waitFor(SOON);
    expect(await axeFindings(page)).toEqual([]);
    expect(await pageWidth(page)).toBeLessThanOrEqual(PHONE.width);
  });

  it('are hidden from all others while they are private', async () => {
    for (const { page } of [gm, other]) {
      await notesOf(page);
      await page.getByText('No notes yet.').waitFor();
      await page.goto(note);
      await page.getByRole('heading', { name: 'This document is no longer here.' }).waitFor();
      expect(await page.content()).not.toContain(SECRET);
    }
  });

  it('appear to their readers while they have the list open, and disappear again', async () => {
    for (const { page } of [gm, other]) await notesOf(page);
    await author.page.goto(note);
    await choose(author.page, 'Game masters');
    await row(gm.page, 'Suspects').getByText('For game masters').waitFor(SOON);
    await choose(author.page, 'The party');
    await row(other.page, 'Suspects').getByText('Pia Reed').waitFor(SOON);
    await other.page.getByRole('link', { name: 'Suspects' }).click();
    await other.page.getByText(SECRET).waitFor(SOON);
    for (const name of ['Edit', 'Reveal', 'More for Suspects'])
      expect(await other.page.getByRole('button', { name }).count()).toBe(0);
    await choose(author.page, 'Only you');
    await other.page
      .getByRole('heading', { name: 'This document is no longer here.' })
      .waitFor(SOON);
    expect(await other.page.content()).not.toContain(SECRET);
    await row(gm.page, 'Suspects').waitFor({ ...SOON, state: 'detached' });
  });

  it('are found by their readers', async () => {
    const find = async ({ page }: Tab) => {
      await page.goto(`/campaigns/${campaign}/library`);
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByRole('combobox', { name: 'Search', exact: true }).fill('innkeeper');
    };
    await find(author);
    const hit = author.page.getByRole('option').filter({ hasText: 'Suspects' });
    await hit.first().waitFor(SOON);
    await hit.getByText('Player’s note').first().waitFor();
    await hit.first().click();
    await author.page.waitForURL((url) => url.pathname === note);
    await author.page.getByText(SECRET).waitFor(SOON);
  });

  it('are deleted by a game master, and restored by their author as private notes', async () => {
    await choose(author.page, 'The party');
    await gm.page.goto(note);
    await gm.page.getByText(SECRET).waitFor(SOON);
    await gm.page.getByRole('button', { name: 'Delete note' }).click();
    await gm.page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
    await gm.page.getByText('No notes yet.').waitFor(SOON);
    await notesOf(author.page);
    await author.page.getByRole('button', { name: 'Deleted notes' }).click();
    await author.page.getByRole('button', { name: 'More for Suspects' }).click();
    await author.page.getByRole('menuitem', { name: 'Restore' }).click();
    await row(author.page, 'Suspects').getByText('Only you', { exact: true }).waitFor(SOON);
    await author.page.getByText('Suspects is restored.').waitFor(SOON);
    expect(await axeFindings(author.page)).toEqual([]);
    expect(await gm.page.getByRole('link', { name: 'Suspects' }).count()).toBe(0);
  });
});
