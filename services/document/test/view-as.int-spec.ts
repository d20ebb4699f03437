import type { Method, TestPerson } from '@tomekeeper/testing';
import { startDocumentApp, type DocumentApp } from './document-app';

let service: DocumentApp;
let gm: TestPerson, player: TestPerson, otherPlayer: TestPerson, stranger: TestPerson;

beforeAll(async () => {
  service = await startDocumentApp();
  [gm, player, otherPlayer, stranger] = (await Promise.all(
    ['GM', 'Player', 'Other', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());

/** A campaign with a public document and a spoiler. */
async function table() {
  const campaign = service.campaign(gm, [player, otherPlayer]);
  const shown = await service.upload(gm, campaign, { name: 'Map.txt' });
  const hidden = await service.upload(gm, campaign, { name: 'Traitor.txt', spoilers: true });
  // A document says whether its text was read.
  await service.readTexts();
  return { campaign, shown, hidden, list: `/api/documents/?campaign=${campaign}` };
}

const as = (who: TestPerson, viewAs: string) => ({ as: who, headers: { 'x-view-as': viewAs } });
const without = (answer: { status: number; body: object }) => ({
  status: answer.status,
  body: { ...answer.body, correlation_id: '' },
});

it('gives a game master the very bytes that a player gets', async () => {
  const { list, shown, hidden } = await table();
  const own = await service.call('GET', list, { as: player });
  expect(own.body).toHaveLength(1);
  for (const whom of [player.id, player.id.toUpperCase(), otherPlayer.id, 'party'])
    expect((await service.call('GET', list, as(gm, whom))).body).toEqual(own.body);

  const content = (document: { id: string }) => `/api/documents/${document.id}/content/`;
  expect(await service.call('GET', content(shown), as(gm, player.id))).toMatchObject({
    status: 200,
    body: { url: expect.stringContaining(shown.s3_key) },
  });
  expect(without(await service.call('GET', content(hidden), as(gm, 'party')))).toEqual(
    without(await service.call('GET', content(hidden), { as: player })),
  );
});

it('is for game masters of that campaign alone, whether it exists or not', async () => {
  const { list, shown, hidden } = await table();
  const unknown = '/api/documents/?campaign=3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000';
  const refusals = await Promise.all([
    service.call('GET', list, as(player, otherPlayer.id)),
    service.call('GET', list, as(player, player.id)),
    service.call('GET', list, as(stranger, 'party')),
    service.call('GET', unknown, as(stranger, player.id)),
    service.call('GET', unknown, as(gm, 'party')),
  ]);
  for (const refusal of refusals)
    expect(without(refusal)).toEqual({ ...without(refusals[0]), status: 403 });
  expect((await service.call('GET', list, { headers: { 'x-view-as': 'party' } })).status).toBe(401);
  const content = (document: { id: string }) => `/api/documents/${document.id}/content/`;
  expect((await service.call('GET', content(shown), as(player, 'party'))).status).toBe(403);
  expect((await service.call('GET', content(shown), as(stranger, 'party'))).status).toBe(404);
  expect((await service.call('GET', content(hidden), as(player, 'party'))).status).toBe(404);
});

it.each([
  ['a stranger', () => stranger.id],
  ['the game master', () => gm.id],
  ['nobody known', () => '3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000'],
  ['no id', () => 'everyone'],
  ['nothing', () => ''],
])('asks for a player of the campaign: not %s', async (_, whom) => {
  const { list } = await table();
  expect((await service.call('GET', list, as(gm, whom()))).status).toBe(400);
});

it('asks for the campaign', async () => {
  expect((await service.call('GET', '/api/documents/', as(gm, 'party'))).status).toBe(400);
});

it.each<[Method, object | undefined]>([
  ['PATCH', { is_spoilers: true }],
  ['DELETE', undefined],
])('changes nothing: %s is refused', async (method, body) => {
  const { list, shown } = await table();
  const before = (await service.call('GET', list, { as: gm })).body;
  const call = { ...as(gm, 'party'), body };
  const refusal = await service.call(method, `/api/documents/${shown.id}/`, call);
  expect(refusal).toMatchObject({ status: 400, body: { code: 'view_as.refused' } });
  expect((await service.call('GET', list, { as: gm })).body).toEqual(before);
});
