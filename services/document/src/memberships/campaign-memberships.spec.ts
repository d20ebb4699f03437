import { isGm } from '@tomekeeper/contracts-campaign';
import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import { serviceKeys, startFakeService } from '@tomekeeper/testing';
import { randomUUID } from 'node:crypto';
import { CampaignMemberships } from './campaign-memberships';

const [owned, shared, played, other, user] = Array.from({ length: 5 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
  string,
];
const roles = { [owned]: 'owner', [shared]: 'co_gm', [played]: 'player', [other]: 'librarian' };
const since = '2026-11-01T19:00:00.000Z';
const [stay, stayOfPlayer] = [randomUUID(), randomUUID()];
const all = Object.entries(roles).map(([campaign_id, role]) => ({
  campaign_id,
  role,
  title: 'Curse of Strahd',
  since,
  answers_by_model: true,
  // A co-GM has one too, and is chosen for nothing by it.
  ...(role !== 'owner' && { membership_id: role === 'player' ? stay : randomUUID() }),
}));
const player = randomUUID();

let campaigns: Awaited<ReturnType<typeof startFakeService>>;
let memberships: CampaignMemberships;
beforeAll(async () => {
  const keys = serviceKeys('document');
  campaigns = await startFakeService('campaign', keys, ({ pathname, searchParams }) => {
    if (pathname === '/internal/memberships') return { memberships: all };
    const [, , , campaign] = pathname.split('/');
    if (searchParams.get('user') === player)
      return {
        ...{ campaign_id: campaign, role: 'player', membership_id: stayOfPlayer },
        ...{ title: 'Curse of Strahd', since, answers_by_model: true },
      };
    return all.find(({ campaign_id }) => campaign_id === campaign);
  });
  const signer = await ServiceTokenSigner.create(keys.privateKey('document'));
  memberships = new CampaignMemberships({ CAMPAIGN_URL: [campaigns.url] }, signer);
});
afterAll(async () => {
  await memberships.onApplicationShutdown();
  await campaigns.stop();
});

it('takes owner and co-GM for GMs, gives nothing to a role that only a newer service knows, and hides no other campaign for it', async () => {
  expect(await memberships.scopeOf(user)).toEqual({
    managed: [owned, shared],
    played: [played],
    memberships: [stay],
  });
  expect(await memberships.roleIn(other, user)).toBeUndefined();
  expect(await memberships.scopeIn(other, user)).toEqual({ managed: [], played: [] });
  expect(await memberships.scopeIn(owned, user)).toEqual({ managed: [owned], played: [] });
  expect(await memberships.scopeIn(shared, user)).toEqual({ managed: [shared], played: [] });
  expect(await memberships.scopeIn(played, user)).toEqual({
    managed: [],
    played: [played],
    memberships: [stay],
  });
  const unheard = randomUUID();
  expect(await memberships.roleIn(unheard, user)).toBeUndefined();
  expect(await memberships.scopeIn(unheard, user)).toEqual({ managed: [], played: [] });
});

it('keeps the read state of the owner by their user id, of others by their membership', async () => {
  const members = await memberships.memberInAll(user);
  expect(members.map(({ campaign, role, reader }) => [campaign, role, reader])).toEqual([
    [owned, 'owner', user],
    [shared, 'co_gm', expect.not.stringMatching(user)],
    [played, 'player', stay],
  ]);
  const reader = { campaign: played, role: 'player', reader: stay, since };
  expect(await memberships.memberIn(played, user)).toEqual(reader);
  for (const campaign of [other, randomUUID()])
    await expect(memberships.memberIn(campaign, user)).rejects.toMatchObject({ kind: 'not-found' });
});

it('treats no other member as a GM', () => {
  expect((['owner', 'co_gm', 'player', undefined] as const).map(isGm)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

it('lets only GMs view as a player of the campaign, or as the party', async () => {
  const asPlayer = { managed: [], played: [owned] };
  expect(await memberships.scopeAs(player, owned, user)).toEqual({
    ...asPlayer,
    memberships: [stayOfPlayer],
  });
  expect(await memberships.scopeAs('party', owned, user)).toEqual({ ...asPlayer, memberships: [] });
  // A user who is not a player: the GM.
  await expect(memberships.scopeAs(user, owned, user)).rejects.toThrow('There is no such player');
  for (const campaign of [played, other, randomUUID()])
    await expect(memberships.scopeAs('party', campaign, user)).rejects.toMatchObject({
      kind: 'forbidden',
    });
});
