import type { Page } from 'playwright-core';
import { eventually } from '@tomekeeper/testing';
import { axeFindings } from '../../browser/axe';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { pngFile } from '../../product/files';
import { pageWidth } from '../../product/layout';
import { callApi, newUser, userId, type Tab } from '../../product/person';

/** Maximum latency of a live change on a busy machine. */
const SOON = { timeout: 30_000 };
const PHONE = { width: 390, height: 844 };
const LINE = 'A ranger from the north who speaks to owls';

afterAll(closeBrowser);

describe('the party of a campaign', () => {
  let gm: Tab, player: Tab;
  let campaign: string;

  beforeAll(async () => {
    gm = await newUser('Gerda', 'Moss');
    player = await newUser('Pia', 'Reed', PHONE);
    campaign = await newCampaign(gm, 'The Drowned Court', await userId(player));
    for (const { page } of [gm, player]) await page.goto(`/campaigns/${campaign}`);
    await party(player.page).waitFor();
    // Game masters see the party as soon as a player has a character.
    await gm.page.getByText('Pia Reed').first().waitFor();
    expect(await party(gm.page).count()).toBe(0);
  });
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
  });

  const party = (page: Page) => page.getByRole('region', { name: 'The party' });
  const card = (page: Page, words: string) =>
    party(page).getByRole('listitem').filter({ hasText: words });
  const edit = (page: Page) => party(page).getByRole('button', { name: 'your character' });
  const picturesIn = (page: Page) =>
    party(page)
      .locator('img')
      .evaluateAll((images) =>
        images.map((image) => image instanceof HTMLImageElement && image.naturalWidth),
      );

  it('gets a character with a portrait from a player on a phone', async () => {
    const { page } = player;
    await edit(page).click();
    const dialog = page.getByRole('dialog', { name: 'Your character' });
    await dialog.getByLabel('Name').fill('Ireena Kolyana');
    await dialog.getByLabel('In one line').fill(LINE);
    await dialog
      .getByLabel('Picture of your character')
      .setInputFiles({ name: 'ireena.png', mimeType: 'image/png', buffer: pngFile(900, 500) });
    await dialog.locator('img').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    // On a busy machine the server may run out of time for the picture; the dialog keeps the changes for the next attempt.
    await eventually(
      async () => {
        const save = dialog.getByRole('button', { name: 'Save' });
        if ((await save.count()) > 0) await save.click();
        await dialog.waitFor({ state: 'detached', timeout: 15_000 });
        return true;
      },
      { timeout: 60_000 },
    );
    await card(page, 'Ireena Kolyana').getByText('Played by you').waitFor();
    await card(page, LINE).locator('img').waitFor(SOON);
    await eventually(() => edit(page).evaluate((button) => button === document.activeElement));
    const box = await edit(page).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
  });

  it('shows the character to the game master without a reload', async () => {
    const { page } = gm;
    await card(page, 'Ireena Kolyana').getByText('Played by Pia Reed').waitFor(SOON);
    await card(page, LINE).locator('img').waitFor(SOON);
    await eventually(async () => (await picturesIn(page)).join() === '320');
    expect(await edit(page).count()).toBe(0);
  });

  it('has no finding of axe and no sideways scrolling, on a desktop and on phones', async () => {
    for (const [{ page }, widths] of [
      [gm, [1280]],
      [player, [390, 320]],
    ] as const)
      for (const width of widths)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          expect([width, colorScheme, await axeFindings(page)]).toEqual([width, colorScheme, []]);
          expect(await pageWidth(page)).toBeLessThanOrEqual(width);
        }
  });

  it('keeps nothing of a player who leaves and returns', async () => {
    const people = { players: [await userId(player)] };
    const path = `/api/campaigns/${campaign}`;
    await callApi(player, 'POST', `${path}/remove-players/`, people);
    await party(gm.page).waitFor({ state: 'detached', ...SOON });
    await callApi(gm, 'POST', `${path}/add-players/`, people);
    await gm.page.getByRole('region', { name: 'Players' }).getByText('Pia Reed').waitFor(SOON);
    expect(await party(gm.page).count()).toBe(0);
    await player.page.goto(`/campaigns/${campaign}`);
    await party(player.page).getByRole('button', { name: 'Write your character' }).waitFor();
    expect(await party(player.page).locator('img').count()).toBe(0);
  });
});
