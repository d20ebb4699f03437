import type { Page } from 'playwright-core';
import { eventually } from '@tomekeeper/testing';
import { axeFindings } from '../../browser/axe';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { boxOf, pageWidth } from '../../product/layout';
import { callApi, newUser, userId, type Tab } from '../../product/person';

/** A promise that the test resolves. */
function deferred() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** Maximum latency of a live change on a busy machine. */
const SOON = { timeout: 60_000 };
const PHONE = { width: 390, height: 844 };

/** Requests for the lists above the documents of a game master and above the party of a player. */
const LISTS = /\/api\/(documents\/(overview|notes|news)|campaigns\/[^/]+\/(sessions|ledger))\//;
/** Number of these lists that say so while they load. */
const LISTS_OF = { Documents: 3, 'The party': 2 };

afterAll(closeBrowser);

describe('the overview of a campaign', () => {
  let gm: Tab, player: Tab;
  let campaign: string, player_id: string;

  beforeAll(async () => {
    gm = await newUser('Gesa', 'Lund');
    player = await newUser('Piet', 'Roos', PHONE);
    player_id = await userId(player);
    campaign = await newCampaign(gm, 'The Amber Temple', player_id);
  });
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
  });

  const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const link = (page: Page, region: string, name: string) =>
    list(page, region).getByRole('link', { name });

  async function note(title: string, is_spoilers: boolean): Promise<string> {
    const { status, body } = await callApi(gm, 'POST', '/api/documents/notes/', {
      campaign,
      title,
      is_spoilers,
      markdown: 'The seal is broken.\n\nThe lich is awake.',
    });
    expect(status).toBe(201);
    return (body as { id: string }).id;
  }

  it('explains the lists of an empty campaign', async () => {
    await gm.page.goto(`/campaigns/${campaign}`);
    await list(gm.page, 'Pinned').getByText('For quick access at the table').waitFor();
    await player.page.goto(`/campaigns/${campaign}`);
    await list(player.page, 'Revealed to you').getByText('that your game master reveals').waitFor();
  });

  it('updates open pages after a reveal, and marks the document until the player opens it', async () => {
    const letter = await note('The true name of the lich', true);
    await link(gm.page, 'Recent changes', 'The true name of the lich').waitFor(SOON);
    const { body } = await callApi(gm, 'GET', `/api/documents/${letter}/passages/`);
    const [first] = (body as { passages: { id: string }[] }).passages;
    const revealed = await callApi(gm, 'PUT', `/api/documents/${letter}/audience/`, {
      passages: [first?.id],
      audience: { players: [player_id] },
      public_title: 'A broken seal',
    });
    expect(revealed.status).toBe(200);
    await list(gm.page, 'Recently revealed').getByText('to Piet Roos').waitFor(SOON);
    const { page } = player;
    const card = list(page, 'Revealed to you').getByRole('listitem');
    await card.filter({ hasText: 'A broken seal' }).getByText('New', { exact: true }).waitFor(SOON);
    await card.getByText('Not for the whole party').waitFor();
    expect(await page.locator('main').innerText()).not.toContain('lich');
    await link(page, 'Revealed to you', 'A broken seal').click();
    await page.getByText('The seal is broken.').waitFor();
    await page.goBack();
    await link(page, 'Revealed to you', 'A broken seal').waitFor();
    await eventually(async () => (await card.getByText('New', { exact: true }).count()) === 0);
    // The state is the same in another browser, where nothing is stored.
    await page.evaluate(() => sessionStorage.clear());
    await page.reload();
    await link(page, 'Revealed to you', 'A broken seal').waitFor();
    expect(await card.getByText('New', { exact: true }).count()).toBe(0);
  });

  it('tells the game master in the ledger who has opened a reveal', async () => {
    await gm.page.goto(`/campaigns/${campaign}/ledger`);
    const entry = gm.page.getByRole('listitem').filter({ hasText: 'to Piet Roos' });
    await entry.getByText(/^Opened by Piet Roos \(/).waitFor(SOON);
    await gm.page.goto(`/campaigns/${campaign}`);
  });

  it('tells the game master of a new note of a player, until they have opened it', async () => {
    await gm.page.getByText('No new notes of your players').waitFor();
    const { status } = await callApi(player, 'POST', '/api/documents/notes/', {
      ...{ campaign, title: 'Suspects', markdown: 'The innkeeper.', author_audience: 'gms' },
    });
    expect(status).toBe(201);
    await gm.page.getByText('1 new note of your players').waitFor(SOON);
    await gm.page.getByRole('link', { name: 'Open the notes' }).click();
    const row = gm.page.getByRole('listitem').filter({ hasText: 'Suspects' });
    await row.getByText('New', { exact: true }).waitFor();
    await row.getByRole('link').click();
    await gm.page.getByText('The innkeeper.').waitFor();
    await gm.page.goBack();
    await eventually(async () => (await row.getByText('New', { exact: true }).count()) === 0);
    await gm.page.goto(`/campaigns/${campaign}`);
    await gm.page.getByText('No new notes of your players').waitFor();
  });

  it('lists pinned documents, and can be viewed as the party by the game master', async () => {
    const rules = await note('Rules of the house', false);
    await callApi(gm, 'PATCH', `/api/documents/${rules}/`, { pinned: true });
    await link(gm.page, 'Pinned', 'Rules of the house').waitFor(SOON);
    await gm.page.goto(`/campaigns/${campaign}/as/party`);
    await link(gm.page, 'Revealed to you', 'Rules of the house').waitFor();
    expect(await link(gm.page, 'Revealed to you', 'A broken seal').count()).toBe(0);
  });

  it('never asks for the list of documents, and keeps its room while it loads', async () => {
    for (const [{ page }, below] of [
      [gm, 'Documents'],
      [player, 'The party'],
    ] as const)
      for (const width of [390, 800, 1280]) {
        const asked: string[] = [];
        // The page before may still request its documents.
        await page.goto('about:blank');
        page.on('request', (request) => asked.push(new URL(request.url()).pathname));
        await page.setViewportSize({ width, height: 400 });
        const release = deferred();
        await page.route(LISTS, async (route) => {
          await release.promise;
          await route.continue();
        });
        await page.goto(`/campaigns/${campaign}`);
        const place = page.getByRole('region', { name: below });
        await place.waitFor({ state: 'attached' });
        const loading = page.getByText('Loading…', { exact: true });
        await eventually(async () => (await loading.count()) === LISTS_OF[below]);
        const before = (await boxOf(place)).top;
        release.resolve();
        await page.locator('main li a[href*="/library/"]').first().waitFor();
        await eventually(async () => (await loading.count()) === 0);
        expect([width, below, Math.round((await boxOf(place)).top - before)]).toEqual([
          width,
          below,
          0,
        ]);
        expect(asked).not.toContain('/api/documents/');
        await page.unroute(LISTS);
        page.removeAllListeners('request');
      }
  });

  it('has no finding of axe and no sideways scrolling, on a desktop and on phones', async () => {
    for (const { page } of [gm, player])
      for (const width of [1280, 390, 320])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme });
          expect(await axeFindings(page)).toEqual([]);
          expect(await pageWidth(page)).toBeLessThanOrEqual(width);
        }
  });
});
