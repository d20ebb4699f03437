import type { Locator } from 'playwright-core';
import { closeBrowser } from '../../product/browser';
import { newCampaign, openDocuments, uploadFile } from '../../product/campaign';
import { pngFile } from '../../product/files';
import { callApi, newUser, userId, type Tab } from '../../product/person';

const TITLE = 'The Drowned Court';
/** Workers make pictures in their own time. */
/** A reveal is counted after ten seconds; a busy machine needs longer. */
const SOON = { timeout: 60_000 };

/** Natural width of a picture after it has loaded. */
async function drawnWidth(picture: Locator): Promise<number> {
  await picture.waitFor(SOON);
  return picture.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    return image.naturalWidth;
  });
}

/** Thumbnails and counts of new items in the lists of campaigns and documents. */
describe('at a glance', () => {
  let gm: Tab, player: Tab;
  let campaign: string;
  const secrets: string[] = [];
  const row = ({ page }: Tab, name: string) =>
    page.getByRole('region', { name: 'Documents' }).getByRole('listitem').filter({ hasText: name });
  const card = () => player.page.getByRole('link', { name: TITLE });

  beforeAll(async () => {
    gm = await newUser('Vera', 'Inkwell');
    player = await newUser('Pim', 'Reader', { width: 390, height: 844 });
    campaign = await newCampaign(gm, TITLE, await userId(player));
    const map = { campaign, type: 'image/png', content: pngFile(900, 600) };
    await uploadFile(gm, { ...map, name: 'Harbour.png' });
    for (const name of ['Crypt.png', 'Cellar.png', 'Attic.png'])
      secrets.push((await uploadFile(gm, { ...map, name, spoiler: true })).id);
    await gm.page.goto(`/campaigns/${campaign}`);
  });
  afterAll(async () => {
    await gm?.context.close();
    await player?.context.close();
    await closeBrowser();
  });

  it('a row shows a thumbnail of its document', async () => {
    for (const name of ['Harbour.png', 'Crypt.png'])
      expect(await drawnWidth(row(gm, name).locator('img'))).toBe(320);
    // Later changes count as new for them.
    await player.page.goto(`/campaigns/${campaign}`);
    const documents = await openDocuments(player.page);
    expect(await drawnWidth(row(player, 'Harbour.png').locator('img'))).toBe(320);
    expect(await documents.locator('li img').count()).toBe(1);
    await player.page.goto('/home');
    await card().waitFor();
    expect(await card().getByText('new').count()).toBe(0);
  });

  it('the card of a campaign wears the cover that its game master chose, until it is drawn again', async () => {
    expect(await card().locator('img').count()).toBe(0);
    const cover = { name: 'Cover.png', mimeType: 'image/png', buffer: pngFile(1600, 500) };
    await gm.page.getByLabel('Picture for the cover').setInputFiles(cover);
    await gm.page.getByText('Your players see the new cover now.').waitFor(SOON);
    expect(await drawnWidth(card().locator('img'))).toBeGreaterThan(300);
    await gm.page.getByRole('button', { name: 'Use the drawn one' }).click();
    await card()
      .locator('img')
      .waitFor({ state: 'detached', ...SOON });
  });

  it('the card says how much is new to a player, and less once they have opened it', async () => {
    for (const id of secrets)
      await callApi(gm, 'PATCH', `/api/documents/${id}/`, { is_spoilers: false });
    await card().getByText('3 new').waitFor(SOON);
    await card().click();
    await row(player, 'Crypt.png').getByText('New', { exact: true }).waitFor();
    const recorded = player.page.waitForResponse((response) => response.url().endsWith('/read/'));
    await row(player, 'Crypt.png').getByRole('link').click();
    await recorded;
    await player.page.getByRole('heading', { level: 1, name: 'Crypt' }).waitFor();
    await player.page.goto('/home');
    await card().getByText('2 new').waitFor(SOON);
  });
});
