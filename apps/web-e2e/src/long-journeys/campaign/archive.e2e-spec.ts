import fs from 'node:fs/promises';
import { axeFindings } from '../../browser/axe';
import { closeBrowser } from '../../product/browser';
import { newCampaign } from '../../product/campaign';
import { pageWidth } from '../../product/layout';
import { callApi, newUser, userId, type Tab } from '../../product/person';

const PHONE = { width: 390, height: 844 };
const OPEN = 'The bell of the old mill rings at night.';

interface Id {
  id: string;
}

describe('an archive of a campaign', () => {
  let gm: Tab, player: Tab;
  let campaign: string, copy: string;

  beforeAll(async () => {
    gm = await newUser('Runa', 'Keeper');
    player = await newUser('Ivo', 'Reed', PHONE);
    const person = await userId(player);
    campaign = await newCampaign(gm, 'The Old Mill', person);
    copy = await newCampaign(gm, 'The New Mill', person);
    const call = async (as: Tab, method: 'POST' | 'PUT', path: string, body: object) =>
      (await callApi(as, method, path, body)).body as Id;
    const note = await call(gm, 'POST', '/api/documents/notes/', {
      ...{ campaign, title: 'The mill', markdown: OPEN, is_spoilers: false },
    });
    const { passages } = (await callApi(gm, 'GET', `/api/documents/${note.id}/passages/`)).body as {
      passages: Id[];
    };
    await call(player, 'POST', `/api/documents/${note.id}/comments/`, {
      ...{ passage: passages[0]?.id, text: 'Who rings it?' },
      idempotency_key: crypto.randomUUID(),
    });
    await call(player, 'POST', '/api/documents/notes/', {
      ...{ campaign, title: 'Suspects', markdown: 'The miller.', author_audience: 'party' },
    });
    const session = await call(gm, 'POST', `/api/campaigns/${campaign}/sessions/`, {
      ...{ title: 'The first bell', announced: true, starts_at: '2099-01-04T18:00:00.000Z' },
    });
    await call(gm, 'PUT', `/api/campaigns/${campaign}/board/?session=${session.id}`, {
      ...{ items: [{ kind: 'text', id: crypto.randomUUID(), text: 'Ring thrice' }], version: 0 },
    });
  });
  afterAll(async () => {
    for (const each of [gm, player]) await each?.context.close();
    await closeBrowser();
  });

  it('is reviewed with all it contains, and imported into another campaign', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${campaign}/export`);
    await page.getByRole('button', { name: 'Start export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download/ }).click();
    const buffer = await fs.readFile(await (await download).path());
    await page.goto(`/campaigns/${copy}/import`);
    await page
      .locator('input[type="file"]:not([webkitdirectory])')
      .setInputFiles({ name: 'Mill.zip', mimeType: 'application/zip', buffer });
    const group = page.getByRole('group', { name: 'Also in this archive' });
    await group.waitFor();
    for (const name of ['Comments (1)', 'Notes of players (1)', 'Sessions and their boards (1)'])
      expect(await group.getByRole('checkbox', { name }).isChecked()).toBe(true);
    expect(await axeFindings(page)).toEqual([]);
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await pageWidth(page)).toBeLessThanOrEqual(width);
    }
    await page.getByRole('button', { name: 'Import 1 document', exact: true }).click();
    await page.getByRole('heading', { level: 2, name: '1 document imported' }).waitFor();
  });

  it('brings sessions with their boards, comments, notes of players and the ledger', async () => {
    const { page } = gm;
    await page.goto(`/campaigns/${copy}/sessions`);
    await page.getByRole('link', { name: /The first bell/ }).click();
    await page.getByText('Ring thrice').waitFor();
    await page.goto(`/campaigns/${copy}/ledger`);
    const old = page.getByRole('region', { name: 'From imported archives' });
    await old.getByText('by Runa Keeper · imported').first().waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('shows players only the parts for players, as imported', async () => {
    const { page } = player;
    await page.goto(`/campaigns/${copy}/library`);
    await page.getByRole('link', { name: 'The mill' }).click();
    await page.getByRole('button', { name: '1 comment on this passage' }).click();
    const comment = page.getByRole('dialog', { name: 'Comments' }).getByRole('listitem');
    await comment.filter({ hasText: 'Who rings it?' }).getByText('Ivo Reed (imported)').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const sessions = await callApi(player, 'GET', `/api/campaigns/${copy}/sessions/`);
    expect(sessions.body).toMatchObject([{ number: 1, title: null }]);
    const notes = await callApi(player, 'GET', `/api/documents/notes/?campaign=${copy}`);
    expect(notes.body).toMatchObject({
      notes: [{ title: 'Suspects', is_imported: true, imported_author: 'Ivo Reed' }],
    });
    const ledger = await callApi(player, 'GET', `/api/campaigns/${copy}/ledger/?imported=true`);
    expect(ledger.status).toBe(403);
  });
});
