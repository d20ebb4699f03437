import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import type { TestPerson } from '@tomekeeper/testing';
import { startCampaignApp, type CampaignApp } from './campaign-app';

let service: CampaignApp;
let owner: TestPerson, coGm: TestPerson, player: TestPerson;
let campaign: string;

beforeAll(async () => {
  service = await startCampaignApp();
  [owner, coGm, player] = (await Promise.all(
    ['Owner', 'Co-GM', 'Player'].map((name) => service.identity.join(name)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => service?.stop());
beforeEach(async () => {
  campaign = await service.campaign(owner, [player]);
  await service.coGms(campaign, owner, [coGm]);
});

const write = (as: TestPerson, body: unknown) =>
  service.call('PUT', `/api/campaigns/${campaign}/character/`, { as, body: body as object });
const remove = (as: TestPerson) =>
  service.call('DELETE', `/api/campaigns/${campaign}/character/`, { as });
const change = (what: string, players: string[]) =>
  service.call('POST', `/api/campaigns/${campaign}/${what}/`, { as: owner, body: { players } });
const characters = async (as: TestPerson) => {
  const { body } = await service.call('GET', `/api/campaigns/${campaign}/`, { as });
  return (body.people as { character?: object }[]).map(({ character }) => character);
};
const recordOf = async (person: TestPerson) => {
  const signer = await ServiceTokenSigner.create(service.keys.privateKey('identity'));
  const token = await signer.tokenFor('campaign');
  const url = `/internal/campaign-records?user=${person.id}`;
  const { body } = await service.call('GET', url, { token });
  return body.campaigns.find(({ id }: { id: string }) => id === campaign);
};

it('is written by each member for themself, and visible to all members', async () => {
  const ireena = { name: 'Ireena', line: 'A ranger with a secret' };
  expect((await write(player, ireena)).status).toBe(204);
  expect((await write(coGm, { name: 'Ezmerelda' })).status).toBe(204);
  for (const as of [owner, coGm, player])
    expect(await characters(as)).toEqual([undefined, ireena, { name: 'Ezmerelda' }]);
  const { body } = await change('add-players', [player.id]);
  expect(body.people[1].character).toEqual(ireena);

  expect((await write(player, { name: 'Ireena', line: ' ' })).status).toBe(204);
  expect(await characters(owner)).toEqual([undefined, { name: 'Ireena' }, { name: 'Ezmerelda' }]);
  expect((await remove(player)).status).toBe(204);
  expect((await remove(player)).status).toBe(204);
  expect(await characters(owner)).toEqual([undefined, undefined, { name: 'Ezmerelda' }]);
});

it('is trimmed, on one line and of limited length', async () => {
  const name = 'n'.repeat(80);
  const line = 'l'.repeat(160);
  expect((await write(player, { name: ` ${name} `, line: ` ${line} ` })).status).toBe(204);
  expect(await characters(owner)).toEqual([undefined, { name, line }, undefined]);
  for (const bad of [
    {},
    { name: '' },
    { name: ' \u200b' },
    { name: 7 },
    { name: 'a\nb' },
    { name: 'a\u0000b' },
    { name: `${name}n` },
    { name, line: `${line}l` },
    { name, line: 'a\nb' },
  ])
    expect((await write(player, bad)).status).toBe(400);
  expect(await characters(owner)).toEqual([undefined, { name, line }, undefined]);
});

it('ends with the membership and does not return with the person', async () => {
  await write(player, { name: 'Ireena' });
  await change('remove-players', [player.id]);
  expect((await write(player, { name: 'Ireena' })).status).toBe(404);
  await change('add-players', [player.id]);
  expect(await characters(player)).toEqual([undefined, undefined, undefined]);
});

it('ends when its player becomes the owner', async () => {
  await write(player, { name: 'Ireena' });
  const url = `/api/campaigns/${campaign}/hand-over/`;
  await service.call('POST', url, { as: owner, body: { to: player.id } });
  await service.call('POST', `${url}accept/`, { as: player });
  expect(await characters(player)).toEqual([undefined, undefined, undefined]);
  expect(await write(player, { name: 'Ireena' })).toMatchObject({
    status: 403,
    body: { code: 'campaign.owner_has_no_character' },
  });
});

it('notifies the members of a change, and no one if nothing changed', async () => {
  const before = service.hints.length;
  const given = () => service.hints.slice(before);
  await write(player, { name: 'Ireena' });
  const changed = { kind: 'members', campaign, id: campaign, to: 'party' };
  expect(given()).toEqual([changed]);
  await write(player, { name: 'Ireena', line: '' });
  expect(given()).toEqual([changed]);
  await remove(player);
  await remove(player);
  expect(given()).toEqual([changed, changed]);
});

it('is part of the data export of its player only', async () => {
  await write(player, { name: 'Ireena', line: 'A ranger' });
  expect(await recordOf(player)).toMatchObject({
    character: { name: 'Ireena', line: 'A ranger' },
  });
  for (const other of [owner, coGm]) expect((await recordOf(other)).character).toBeUndefined();
});
