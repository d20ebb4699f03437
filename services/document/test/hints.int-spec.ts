import { randomUUID } from 'node:crypto';
import type { TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson;
let player: TestPerson;
let campaign: string;
let begin: number;

beforeAll(async () => {
  service = await startDocumentApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  gm = await service.identity.join('Gm');
  player = await service.identity.join('Player');
  campaign = service.campaign(gm, [player]);
  begin = service.hints.length;
});

const given = () => service.hints.slice(begin).filter((hint) => hint.campaign === campaign);
const change = (id: string, body: object, as = gm) =>
  service.call('PATCH', `/api/documents/${id}/`, { as, body });
const hint = (id: string, to: 'gm' | 'party') => ({ kind: 'documents', campaign, id, to });

it('notifies the party of public changes, and announces a hide like a deletion', async () => {
  const { id } = await service.upload(gm, campaign);
  await change(id, { original_filename: 'Renamed.bin' });
  await change(id, { is_spoilers: true });
  expect(given()).toEqual([hint(id, 'party'), hint(id, 'party'), hint(id, 'party')]);
  const other = await service.upload(gm, campaign);
  begin = service.hints.length;
  await service.call('DELETE', `/api/documents/${other.id}/`, { as: gm });
  expect(given()).toEqual([hint(other.id, 'party')]);
});

it('names the author of an upload and the id that their client gave it', async () => {
  const { id } = await service.upload(gm, campaign);
  begin = service.hints.length;
  const s3_key = await service.send(gm, campaign, id);
  const body = { s3_key, change: randomUUID() };
  await service.call('POST', `/api/documents/${id}/versions/`, { as: gm, body });
  const made_by = { person: gm.id, change: body.change };
  expect(given()).toEqual([{ ...hint(id, 'party'), made_by }]);
});

it('hints GMs alone of spoilers, until one is revealed as if it were new', async () => {
  const { id } = await service.upload(gm, campaign, { spoilers: true });
  await change(id, { original_filename: 'Renamed.bin' });
  await change(id, { is_spoilers: true });
  expect(given()).toEqual([hint(id, 'gm'), hint(id, 'gm'), hint(id, 'gm')]);
  await change(id, { is_spoilers: false, original_filename: 'Shown.bin' });
  expect(given().slice(3)).toEqual([hint(id, 'party')]);
  const other = await service.upload(gm, campaign, { spoilers: true });
  begin = service.hints.length;
  await service.call('DELETE', `/api/documents/${other.id}/`, { as: gm });
  expect(given()).toEqual([hint(other.id, 'gm')]);
});

it('sends no event for rejected requests', async () => {
  const { id } = await service.upload(gm, campaign);
  begin = service.hints.length;
  expect((await change(id, { is_spoilers: true }, player)).status).toBe(403);
  expect((await service.call('DELETE', `/api/documents/${id}/`, { as: player })).status).toBe(403);
  expect(given()).toEqual([]);
});

it('notifies only GMs of hidden changes in a visible document', async () => {
  const { id } = await service.upload(gm, campaign);
  begin = service.hints.length;
  await change(id, { tags: ['maps'] });
  await change(id, { pinned: true });
  await change(id, { is_spoilers: false });
  expect(given()).toEqual([hint(id, 'gm'), hint(id, 'gm'), hint(id, 'gm')]);
});

it.each([
  [false, 'party'],
  [true, 'gm'],
] as const)(
  'hints of a document that comes back from the trash (spoilers: %s)',
  async (spoilers, to) => {
    const { id } = await service.upload(gm, campaign, { spoilers });
    await service.call('DELETE', `/api/documents/${id}/`, { as: gm });
    begin = service.hints.length;
    await service.call('POST', `/api/documents/${id}/restore/`, { as: gm });
    expect(given()).toEqual([hint(id, to)]);
  },
);
