import type { TestPerson } from '@tomekeeper/testing';
import { startCampaignApp, type CampaignApp } from './campaign-app';

let service: CampaignApp;
let gm: TestPerson, player: TestPerson, stranger: TestPerson;

beforeAll(async () => {
  service = await startCampaignApp();
  [gm, player, stranger] = (await Promise.all(
    ['GM', 'Player', 'Stranger'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());

const asked = (path: string, as: TestPerson, viewAs: string) =>
  service.call('GET', path, { as, headers: { 'x-view-as': viewAs } });

it('gives a game master the very bytes that a player gets', async () => {
  const path = `/api/campaigns/${await service.campaign(gm, [player])}/`;
  await service.call('PUT', `${path}character/`, { as: player, body: { name: 'Ireena' } });
  const own = await service.call('GET', path, { as: player });
  expect(own).toMatchObject({
    status: 200,
    body: { players: [player.id], people: [{}, { character: { name: 'Ireena' } }] },
  });
  for (const whom of [player.id, 'party'])
    expect(await asked(path, gm, whom)).toMatchObject({ status: 200, body: own.body });
  const alone = `/api/campaigns/${await service.campaign(gm)}/`;
  expect((await asked(alone, gm, 'party')).status).toBe(200);
});

it('gives the bytes of a player for sessions', async () => {
  const path = `/api/campaigns/${await service.campaign(gm, [player])}/sessions/`;
  const create = (body: object) => service.call('POST', path, { as: gm, body });
  const { body: announced } = await create({ announced: true, title: 'The gate' });
  const { body: hidden } = await create({ title: 'The betrayal' });
  const url = `${path}${announced.id}/`;
  await service.call('PATCH', url, { as: player, body: { attendance: 'yes' } });
  for (const one of [path, url]) {
    const own = await service.call('GET', one, { as: player });
    expect(await asked(one, gm, player.id)).toMatchObject({ status: 200, body: own.body });
    const party = await asked(one, gm, 'party');
    const [session] = [own.body].flat();
    const [ofParty] = [party.body].flat();
    expect(ofParty).toEqual({ ...session, attendance: null });
  }
  for (const whom of [player.id, 'party'])
    expect((await asked(`${path}${hidden.id}/`, gm, whom)).status).toBe(404);
  expect((await asked(path, player, 'party')).status).toBe(403);
  expect((await asked(path, gm, stranger.id)).status).toBe(400);
});

it('is for game masters of that campaign alone, whether it exists or not', async () => {
  const path = `/api/campaigns/${await service.campaign(gm, [player])}/`;
  const refusals = await Promise.all([
    asked(path, player, player.id),
    asked(path, stranger, 'party'),
    asked('/api/campaigns/3d0b9d4e-3d3c-4a44-9a0e-5a3c9b1f0000/', stranger, 'party'),
  ]);
  for (const { status, body } of refusals) {
    expect(status).toBe(403);
    expect({ ...body, correlation_id: '' }).toEqual({ ...refusals[0].body, correlation_id: '' });
  }
});

it('asks for one of its players', async () => {
  const path = `/api/campaigns/${await service.campaign(gm, [player])}/`;
  for (const whom of [stranger.id, gm.id, 'everyone'])
    expect((await asked(path, gm, whom)).status).toBe(400);
});

it.each([
  ['GET', '/api/campaigns/', undefined],
  ['PATCH', '/api/campaigns/{id}/', { title: 'As somebody else' }],
  ['DELETE', '/api/campaigns/{id}/', undefined],
  ['POST', '/api/campaigns/{id}/remove-players/', { players: [] }],
  ['PUT', '/api/campaigns/{id}/character/', { name: 'Ireena' }],
  ['DELETE', '/api/campaigns/{id}/character/', undefined],
  ['POST', '/api/campaigns/{id}/sessions/', {}],
] as const)('%s %s can not be called as somebody else', async (method, path, body) => {
  const campaign = await service.campaign(gm, [player]);
  const own = `/api/campaigns/${campaign}/`;
  const before = (await service.call('GET', own, { as: gm })).body;
  const call = { as: gm, body, headers: { 'x-view-as': player.id } };
  const refusal = await service.call(method, path.replace('{id}', campaign), call);
  expect(refusal).toMatchObject({ status: 400, body: { code: 'view_as.refused' } });
  expect((await service.call('GET', own, { as: gm })).body).toEqual(before);
});
