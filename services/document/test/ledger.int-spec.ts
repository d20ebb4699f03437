import type { CampaignDocument } from '@tomekeeper/contracts-document';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  [gm, player] = [await service.identity.join('Gm'), await service.identity.join('Player')];
  campaign = service.campaign(gm, [player]);
});

type Entry = { act: string; audience: string; actor: string | null; at: Date };
const entries = (id: string) =>
  service.uow.query<Entry>(
    'SELECT act, audience, actor, at FROM ledger_entry WHERE document_id = $1 ORDER BY number',
    [id],
  );
const acts = async (id: string) =>
  (await entries(id)).map(({ act, audience }) => `${act}: ${audience}`);
const change = (id: string, body: object) =>
  service.call('PATCH', `/api/documents/${id}/`, { as: gm, body });
const listed = async (as: TestPerson): Promise<CampaignDocument[]> =>
  (await service.call('GET', `/api/documents/?campaign=${campaign}`, { as })).body;

it('records each change with its recipients, time and author', async () => {
  const { id } = await service.upload(gm, campaign, { spoilers: true });
  await change(id, { is_spoilers: false });
  await change(id, { is_spoilers: true });
  await service.call('DELETE', `/api/documents/${id}/`, { as: gm });
  await service.call('POST', `/api/documents/${id}/restore/`, { as: gm });
  expect(await acts(id)).toEqual([
    'upload: gm',
    'reveal: party',
    'hide: gm',
    'delete: gm',
    'restore: gm',
  ]);
  const written = await entries(id);
  expect(new Set(written.map(({ actor }) => actor))).toEqual(new Set([gm.id]));
  const times = written.map(({ at }) => at.getTime());
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

it('omits changes without an effect on any view', async () => {
  const { id } = await service.upload(gm, campaign);
  const [before] = await listed(player);
  for (const body of [{ is_spoilers: false }, { original_filename: 'b.png' }, { pinned: true }])
    expect((await change(id, body)).status).toBe(200);
  expect(await acts(id)).toEqual(['upload: party']);
  expect((await listed(player))[0]?.created_at).toBe(before?.created_at);
});

it('says since when players see a document, and in which order', async () => {
  const early = await service.upload(gm, campaign, { name: 'early.png', spoilers: true });
  const late = await service.upload(gm, campaign, { name: 'late.png' });
  await change(early.id, { is_spoilers: false });
  const shown = await listed(player);
  expect(shown.map(({ id }) => id)).toEqual([early.id, late.id]);
  const [, reveal] = await entries(early.id);
  expect(shown[0]?.created_at).toBe(reveal?.at.toISOString());
  expect(shown[1]?.created_at).toBe(late.created_at);

  await change(late.id, { is_spoilers: true });
  await change(late.id, { is_spoilers: false });
  expect((await listed(player)).map(({ id }) => id)).toEqual([late.id, early.id]);
  expect(await listed(gm)).toMatchObject([
    { id: late.id, created_at: late.created_at },
    { id: early.id, created_at: early.created_at },
  ]);
});

it('holds one entry for each change when many come at once', async () => {
  const { id } = await service.upload(gm, campaign, { spoilers: true });
  await Promise.all(
    [false, true, false, true, false].map((is_spoilers) => change(id, { is_spoilers })),
  );
  const audiences = (await entries(id)).map(({ audience }) => audience);
  expect(audiences.every((one, at) => at === 0 || one !== audiences[at - 1])).toBe(true);
  const isShown = (await listed(player)).length === 1;
  expect(audiences.at(-1)).toBe(isShown ? 'party' : 'gm');
});
