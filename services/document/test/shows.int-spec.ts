import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let stranger: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  gm = await service.identity.join('Gm');
  player = await service.identity.join('Player');
  stranger = await service.identity.join('Stranger');
  campaign = service.campaign(gm, [player]);
});

const show = (id: string) => service.call('POST', `/api/documents/${id}/show/`, { as: gm });
const takeBack = (id: string) => service.call('DELETE', `/api/documents/${id}/show/`, { as: gm });
const change = (id: string, body: object) =>
  service.call('PATCH', `/api/documents/${id}/`, { as: gm, body });
const shownTo = async (as: TestPerson) =>
  (await service.call('GET', '/api/documents/shown/', { as })).body.shown;
const listOf = async (as: TestPerson) =>
  (await service.call('GET', `/api/documents/?campaign=${campaign}`, { as })).body;
const acts = async (document: string) => {
  const rows = await service.uow.query<{ act: string; audience: string }>(
    'SELECT act, audience FROM ledger_entry WHERE document_id = $1 ORDER BY number',
    [document],
  );
  return rows.map(({ act, audience }) => `${act}: ${audience}`);
};
const letPass = (seconds: number) =>
  service.uow.query('UPDATE show SET at = at - make_interval(secs => $1)', [seconds]);

it('reveals and shows, to players alone, and takes both back', async () => {
  const { id } = await service.upload(gm, campaign, { spoilers: true });
  const before = await listOf(gm);
  const began = service.hints.length;
  const answer = await show(id);
  expect(answer.status).toBe(200);
  expect(Date.parse(answer.body.undo_until) - Date.now()).toBeGreaterThan(5_000);
  const [seen] = await listOf(player);
  expect(await shownTo(player)).toEqual({
    id: expect.any(String),
    shown_at: expect.any(String),
    document: seen,
  });
  expect(await shownTo(gm)).toBeNull();
  expect(await shownTo(stranger)).toBeNull();
  expect((await takeBack(id)).status).toBe(204);
  expect(await listOf(player)).toEqual([]);
  expect(await shownTo(player)).toBeNull();
  // Players' file was written when they began to see it, and stays.
  expect(await listOf(gm)).toEqual([{ ...before[0], s3_key: seen.s3_key }]);
  expect(seen.s3_key).not.toBe(before[0].s3_key);
  expect(await acts(id)).toEqual(['upload: gm', 'reveal: party', 'hide: gm']);
  const event = { kind: 'documents', campaign, id, to: 'party', show_changed: true };
  expect(service.hints.slice(began)).toEqual([event, event]);
});

it('announces a show of passages with one event, because members who saw them see another mark', async () => {
  const other = await service.identity.join('Other');
  campaign = service.campaign(gm, [player, other]);
  const created = await service.call('POST', '/api/documents/notes/', {
    as: gm,
    body: { campaign, title: 'Letter', is_spoilers: false, markdown: 'One\n\nTwo' },
  });
  const { id } = created.body;
  const read = await service.call('GET', `/api/documents/${id}/passages/`, { as: gm });
  const [{ id: passage }] = read.body.passages;
  const audience = { players: [player.id] };
  const chosen = await service.call('PUT', `/api/documents/${id}/audience/`, {
    as: gm,
    body: { passages: [passage], audience },
  });
  expect(chosen.status).toBe(200);
  const began = service.hints.length;
  const shown = await service.call('POST', `/api/documents/${id}/show/`, {
    as: gm,
    body: { passages: [passage] },
  });
  expect(shown.status).toBe(200);
  expect(service.hints.slice(began)).toEqual([
    { kind: 'documents', campaign, id, to: 'party', show_changed: true },
  ]);
});

it('takes back all of a show that was pressed twice', async () => {
  const { id } = await service.upload(gm, campaign, { spoilers: true });
  await show(id);
  await show(id);
  expect((await takeBack(id)).status).toBe(204);
  expect(await listOf(player)).toEqual([]);
  expect(await shownTo(player)).toBeNull();
  expect((await takeBack(id)).status).toBe(409);
});

it('keeps later reveals', async () => {
  const { id } = await service.upload(gm, campaign, { spoilers: true });
  await show(id);
  await change(id, { is_spoilers: true });
  await change(id, { is_spoilers: false });
  expect((await takeBack(id)).status).toBe(204);
  expect(await listOf(player)).toMatchObject([{ id }]);
});

it('leaves a public document public, and its ledger unchanged', async () => {
  const { id } = await service.upload(gm, campaign);
  await show(id);
  expect(await shownTo(player)).toMatchObject({ document: { id } });
  await takeBack(id);
  expect(await shownTo(player)).toBeNull();
  expect(await listOf(player)).toMatchObject([{ id }]);
  expect(await acts(id)).toEqual(['upload: party']);
});

it('cannot be undone after a while, and is not shown to late viewers', async () => {
  const { id } = await service.upload(gm, campaign, { spoilers: true });
  await show(id);
  await letPass(16);
  const late = await takeBack(id);
  expect([late.status, late.body.code]).toEqual([409, 'document.show_over']);
  expect(await listOf(player)).toMatchObject([{ id }]);
  await service.uow.query("UPDATE document SET shown_since = shown_since - interval '1 hour'");
  expect(await shownTo(player)).toMatchObject({ document: { id } });
  await letPass(600);
  expect(await shownTo(player)).toBeNull();
});

it('shows the last one, and its predecessor after an undo', async () => {
  const first = await service.upload(gm, campaign);
  const second = await service.upload(gm, campaign, { spoilers: true });
  await show(first.id);
  await show(second.id);
  expect(await shownTo(player)).toMatchObject({ document: { id: second.id } });
  await takeBack(second.id);
  expect(await shownTo(player)).toMatchObject({ document: { id: first.id } });
});

it('is over when the document is hidden or deleted, and does not come back with it', async () => {
  const { id } = await service.upload(gm, campaign);
  await show(id);
  await change(id, { is_spoilers: true });
  expect(await shownTo(player)).toBeNull();
  await change(id, { is_spoilers: false });
  expect(await shownTo(player)).toBeNull();
  await show(id);
  await service.call('DELETE', `/api/documents/${id}/`, { as: gm });
  expect(await shownTo(player)).toBeNull();
  await service.call('POST', `/api/documents/${id}/restore/`, { as: gm });
  expect(await shownTo(player)).toBeNull();
});

it('hides a show from players that was hidden again before its undo', async () => {
  const { id } = await service.upload(gm, campaign, { spoilers: true });
  await show(id);
  await change(id, { is_spoilers: true });
  const began = service.hints.length;
  expect((await takeBack(id)).status).toBe(204);
  expect(service.hints.slice(began)).toEqual([]);
});
