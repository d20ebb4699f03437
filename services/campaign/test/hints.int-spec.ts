import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import { membershipEnded } from '@tomekeeper/contracts-campaign';
import { watchEvents, type TestPerson } from '@tomekeeper/testing';
import { startCampaignApp, type CampaignApp } from './campaign-app';

let service: CampaignApp;
let owner: TestPerson;
let player: TestPerson;
let other: TestPerson;
/** How many hints there were before. */
let before: number;

beforeAll(async () => {
  service = await startCampaignApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  forget();
  owner = await service.identity.join('Owner');
  player = await service.identity.join('Player');
  other = await service.identity.join('Other');
});

const forget = () => void (before = service.hints.length);
const given = () => service.hints.slice(before);
const hint = (kind: string, campaign: string, to: unknown) => ({
  kind,
  campaign,
  id: campaign,
  to,
});
const post = (campaign: string, what: string, players: string[], as = owner) =>
  service.call('POST', `/api/campaigns/${campaign}/${what}/`, { as, body: { players } });

it('hints those in whose lists a campaign comes up or from which it goes', async () => {
  const campaign = await service.campaign(owner, [player]);
  expect(given()).toEqual([hint('campaigns', campaign, { people: [owner.id, player.id] })]);
  forget();
  await service.call('DELETE', `/api/campaigns/${campaign}/`, { as: owner });
  expect(given()).toEqual([hint('campaigns', campaign, { people: [owner.id, player.id] })]);
});

it('notifies all members of a new title or setting, and no one if nothing changed', async () => {
  const campaign = await service.campaign(owner, [player]);
  forget();
  const patch = (as: TestPerson, body: object) =>
    service.call('PATCH', `/api/campaigns/${campaign}/`, { as, body });
  await patch(owner, {});
  await patch(player, { title: 'Mine' });
  expect(given()).toEqual([]);
  for (const changed of [{ title: 'Other' }, { answers_by_model: false }]) {
    forget();
    await patch(owner, changed);
    expect(given()).toEqual([hint('campaign', campaign, 'party')]);
  }
});

it('hints the party of who comes and goes, and them of their lists; adding twice changes nothing', async () => {
  const campaign = await service.campaign(owner, [player]);
  forget();
  await post(campaign, 'add-players', [other.id, player.id]);
  expect(given()).toEqual([
    hint('members', campaign, 'party'),
    hint('campaigns', campaign, { people: [other.id] }),
  ]);
  forget();
  await post(campaign, 'add-players', [other.id]);
  await post(campaign, 'remove-players', [owner.id]);
  expect(given()).toEqual([]);
  await post(campaign, 'remove-players', [player.id], player);
  expect(given()).toEqual([
    hint('members', campaign, 'party'),
    hint('campaigns', campaign, { people: [player.id] }),
  ]);
});

it('tells live and documents, and no other service, who belongs to a campaign, and by which stay', async () => {
  const campaign = await service.campaign(owner, [player]);
  const ask = async (caller: string, id: string) => {
    const signer = await ServiceTokenSigner.create(service.keys.privateKey(caller));
    const token = await signer.tokenFor('campaign');
    return service.call('GET', `/internal/campaigns/${id}/members`, { token });
  };
  for (const caller of ['live', 'document'])
    expect((await ask(caller, campaign)).body).toEqual({
      campaign_id: campaign,
      members: [
        { id: owner.id, role: 'owner' },
        { id: player.id, role: 'player', membership_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      ],
    });
  expect((await ask('live', owner.id)).status).toBe(404);
  expect((await ask('identity', campaign)).status).toBe(403);
});

it('notifies GMs of invites, members of a new member, and the new member of their campaign list', async () => {
  const campaign = await service.campaign(owner, [player]);
  const invites = `/api/campaigns/${campaign}/invites/`;
  forget();
  const made = await service.call('POST', invites, { as: owner, body: { role: 'player' } });
  expect(given()).toEqual([hint('members', campaign, 'gm')]);
  forget();
  const { id, link } = made.body as { id: string; link: string };
  const accept = () =>
    service.call('POST', '/api/invites/accept/', {
      as: other,
      body: { token: link.replace(/^.*[#=]/, '') },
    });
  expect((await accept()).status).toBe(200);
  expect(given()).toEqual([
    hint('members', campaign, 'party'),
    hint('campaigns', campaign, { people: [other.id] }),
  ]);
  forget();
  await accept();
  expect(given()).toEqual([]);
  await service.call('DELETE', `${invites}${id}/`, { as: owner });
  expect(given()).toEqual([hint('members', campaign, 'gm')]);
});

it('hints the party of who becomes co-GM, and them of their list', async () => {
  const campaign = await service.campaign(owner, [player]);
  forget();
  await service.call('PATCH', `/api/campaigns/${campaign}/players/${player.id}/`, {
    as: owner,
    body: { role: 'co_gm' },
  });
  expect(given()).toEqual([
    hint('members', campaign, 'party'),
    hint('campaigns', campaign, { people: [player.id] }),
  ]);
});

it('notifies GMs and the people involved of an offer, and all members of a new owner', async () => {
  const campaign = await service.campaign(owner, [player, other]);
  const call = (method: 'POST' | 'DELETE', what: string, as: TestPerson, body?: object) =>
    service.call(method, `/api/campaigns/${campaign}/hand-over/${what}`, { as, body });
  forget();
  await call('POST', '', owner, { to: player.id });
  const toGms = hint('members', campaign, 'gm');
  expect(given()).toEqual([toGms, hint('campaigns', campaign, { people: [player.id] })]);
  forget();
  await call('POST', '', owner, { to: other.id });
  expect(given()).toEqual([toGms, hint('campaigns', campaign, { people: [player.id, other.id] })]);
  forget();
  await call('DELETE', '', other);
  expect(given()).toEqual([toGms, hint('campaigns', campaign, { people: [other.id] })]);
  forget();
  await call('DELETE', '', owner);
  await call('POST', 'accept/', other);
  expect(given()).toEqual([]);

  await call('POST', '', owner, { to: player.id });
  forget();
  await call('POST', 'accept/', player);
  expect(given()).toEqual([
    hint('members', campaign, 'party'),
    hint('campaigns', campaign, { people: [player.id, owner.id] }),
  ]);
});

it('tells other services of each membership that ended', async () => {
  const campaign = await service.campaign(owner, [player, other]);
  const ended = watchEvents(service.uow, membershipEnded);
  const memberships = new Map(
    (
      await service.uow.query<{ player: string; membership: string }>(
        'SELECT player_id AS player, membership_id AS membership FROM campaign_player WHERE campaign_id = $1',
        [campaign],
      )
    ).map((one) => [one.player, one.membership]),
  );
  await post(campaign, 'remove-players', [player.id], player);
  await post(campaign, 'remove-players', [other.id]);
  await post(campaign, 'remove-players', [other.id]);
  const of = ({ id }: TestPerson) => ({
    campaign_id: campaign,
    membership_id: memberships.get(id),
  });
  expect(ended).toEqual([of(player), of(other)]);
});
