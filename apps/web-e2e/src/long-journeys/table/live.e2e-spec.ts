import { closeBrowser } from '../../product/browser';
import { newCampaign, openDocuments, uploadFile } from '../../product/campaign';
import { callApi, newUser, userId, type Tab } from '../../product/person';

/** Maximum latency of a reveal on a busy machine; the bench measures the real latency. */
const SOON = { timeout: 30_000 };
const isStream = (url: string): boolean => /\/api\/live\/(\?|$)/.test(url);
const PHONE = { width: 390, height: 844 };

afterAll(closeBrowser);

describe('a game master and a player who look at the same campaign', () => {
  let gm: Tab, player: Tab;
  let campaign: string;
  let map: { id: string };

  beforeAll(async () => {
    gm = await newUser('Gerda', 'Moss');
    player = await newUser('Pia', 'Reed', PHONE);
    campaign = await newCampaign(gm, 'The Drowned Court', await userId(player));
    await uploadFile(gm, { campaign, name: 'House rules.md', content: 'Be kind.' });
    map = await uploadFile(gm, { campaign, name: 'Map.txt', content: 'Here.', spoiler: true });
    for (const { page } of [gm, player]) {
      const opened = page.waitForResponse((answer) => isStream(answer.url()));
      await page.goto(`/campaigns/${campaign}`);
      const documents = page.getByRole('region', { name: 'Documents' });
      await documents.scrollIntoViewIfNeeded();
      await documents.getByText('House rules.md').waitFor();
      expect((await opened).status()).toBe(200);
    }
  });
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
  });

  const change = (body: object) => callApi(gm, 'PATCH', `/api/documents/${map.id}/`, body);

  it('says who else is here', async () => {
    await gm.page.getByText('Pia Reed is here now.').waitFor(SOON);
    await player.page.getByText('Gerda Moss is here now.').waitFor(SOON);
  });

  it('shows revealed documents to the player, and removes hidden ones', async () => {
    const shown = player.page.getByText('Map.txt');
    expect(await shown.count()).toBe(0);
    await change({ is_spoilers: false });
    await shown.waitFor(SOON);
    await change({ original_filename: 'Chart.txt' });
    await player.page.getByText('Chart.txt').waitFor(SOON);
    await change({ is_spoilers: true });
    await player.page.getByText('Chart.txt').waitFor({ state: 'detached', ...SOON });
    // The game master's own screen also shows remote changes.
    await gm.page.getByText('Chart.txt').first().waitFor(SOON);
  });

  it('leaves the reader where they are, with the focus where it was', async () => {
    const row = player.page.getByText('House rules.md').first();
    const link = player.page.locator('a, button').filter({ has: row }).or(row).first();
    await link.focus();
    const before = await player.page.evaluate(() => document.activeElement?.textContent);
    await change({ is_spoilers: false });
    await player.page.getByText('Chart.txt').waitFor(SOON);
    expect(await player.page.evaluate(() => document.activeElement?.textContent)).toBe(before);
    await change({ is_spoilers: true });
    await player.page.getByText('Chart.txt').waitFor({ state: 'detached', ...SOON });
    expect(await player.page.evaluate(() => document.activeElement?.textContent)).toBe(before);
  });

  it('shows a document on the player’s screen until it is undone or closed', async () => {
    const row = gm.page.getByRole('listitem').filter({ hasText: 'Chart.txt' });
    const dialog = player.page.getByRole('dialog', { name: 'Chart' });
    const showAndReveal = async () => {
      // The choice is offered once this page knows that the document is hidden.
      await row.getByText('Spoilers', { exact: true }).first().waitFor(SOON);
      await row.getByRole('button', { name: 'Show now: Chart.txt' }).click();
      await gm.page.getByRole('radio', { name: /^Show and reveal/ }).click();
      await gm.page.getByRole('button', { name: 'Show and reveal' }).click();
    };
    await showAndReveal();
    await dialog.getByText('Here.').waitFor(SOON);
    await gm.page.getByRole('button', { name: 'Undo' }).click();
    await dialog.waitFor({ state: 'detached', ...SOON });
    await player.page.getByText('Chart.txt').waitFor({ state: 'detached', ...SOON });
    // On any page, also where nothing of documents is there yet.
    await player.page.goto('/home');
    await player.page.getByText('The Drowned Court').waitFor();
    await showAndReveal();
    await dialog.getByText('Here.').waitFor(SOON);
    await player.page.reload();
    await dialog.getByText('Here.').waitFor(SOON);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    await player.page.goto(`/campaigns/${campaign}`);
    await (await openDocuments(player.page)).getByText('Chart.txt').waitFor();
    expect(await dialog.count()).toBe(0);
    await change({ is_spoilers: true });
    await player.page.getByText('Chart.txt').waitFor({ state: 'detached', ...SOON });
  });

  it('updates the title, and keeps unsaved input', async () => {
    const title = gm.page.getByLabel('Title');
    await title.fill('Half a ti');
    await callApi(gm, 'PATCH', `/api/campaigns/${campaign}/`, { title: 'The Dry Court' });
    await player.page.getByRole('heading', { level: 1, name: 'The Dry Court' }).waitFor(SOON);
    await gm.page.getByRole('heading', { level: 1, name: 'The Dry Court' }).waitFor(SOON);
    expect(await title.inputValue()).toBe('Half a ti');
  });

  it('has one stream for all tabs of a browser', async () => {
    const second = await player.context.newPage();
    const streams: string[] = [];
    second.on('request', (request) => {
      if (isStream(request.url())) streams.push(request.url());
    });
    await second.goto(`/campaigns/${campaign}`);
    await second.getByRole('heading', { level: 1, name: 'The Dry Court' }).waitFor();
    await openDocuments(second);
    await change({ is_spoilers: false });
    await second.getByText('Chart.txt').waitFor(SOON);
    expect(streams).toEqual([]);
    // Takes over the stream when the tab that owned it closes.
    const taken = second.waitForRequest((request) => isStream(request.url()));
    await player.page.goto('about:blank');
    await taken;
    await change({ is_spoilers: true });
    await second.getByText('Chart.txt').waitFor({ state: 'detached', ...SOON });
    await second.close();
  });

  it('shows a campaign to a new player, and removes it when they leave', async () => {
    await player.page.goto('/home');
    await player.page.getByText('The Dry Court').waitFor();
    const other = await newCampaign(gm, 'Second Table', await userId(player));
    await player.page.getByText('Second Table').waitFor(SOON);
    await callApi(gm, 'POST', `/api/campaigns/${other}/remove-players/`, {
      players: [await userId(player)],
    });
    await player.page.getByText('Second Table').waitFor({ state: 'detached', ...SOON });
  });
});

describe('a game master who reads a document of a campaign, or goes through its library', () => {
  it.each([
    ['document', (document: string) => `/${document}`],
    ['library', () => ''],
  ])('is here for the players who look at it (%s)', async (_page, below) => {
    const gm = await newUser('Hale', 'Wood');
    const player = await newUser('Ivo', 'Lark', PHONE);
    const campaign = await newCampaign(gm, 'The Quiet Shelf', await userId(player));
    const notes = await uploadFile(gm, { campaign, name: 'Notes.md', content: 'x', spoiler: true });
    await gm.page.goto(`/campaigns/${campaign}/library${below(notes.id)}`);
    await player.page.goto(`/campaigns/${campaign}`);
    await player.page.getByText('Hale Wood is here now.').waitFor(SOON);
    for (const { context } of [gm, player]) await context.close();
  });
});
