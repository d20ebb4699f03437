import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import { serviceKeys, startFakeService } from '@tomekeeper/testing';
import { randomUUID } from 'node:crypto';
import { CampaignMemberships } from './campaign-memberships';

it('takes owner and co-GM for GMs, gives nothing to a role that only a newer service knows, and hides no other campaign for it', async () => {
  const [owned, shared, played, other, user] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const roles = { [owned]: 'owner', [shared]: 'co_gm', [played]: 'player', [other]: 'librarian' };
  const all = Object.entries(roles).map(([campaign_id, role]) => ({ campaign_id, role }));
  const keys = serviceKeys('document');
  const campaigns = await startFakeService('campaign', keys, ({ pathname }) =>
    pathname === '/internal/memberships'
      ? { memberships: all }
      : all.find(({ campaign_id }) => pathname === `/internal/campaigns/${campaign_id}/membership`),
  );
  const signer = await ServiceTokenSigner.create(keys.privateKey('document'));
  const memberships = new CampaignMemberships({ CAMPAIGN_URL: [campaigns.url] }, signer);

  expect(await memberships.scopeOf(user)).toEqual({ managed: [owned, shared], played: [played] });
  expect(await memberships.roleIn(other, user)).toBeUndefined();
  expect(await memberships.scopeIn(other, user)).toEqual({ managed: [], played: [] });
  expect(await memberships.scopeIn(owned, user)).toEqual({ managed: [owned], played: [] });
  expect(await memberships.scopeIn(shared, user)).toEqual({ managed: [shared], played: [] });
  expect(await memberships.scopeIn(played, user)).toEqual({ managed: [], played: [played] });
  const unheard = randomUUID();
  expect(await memberships.roleIn(unheard, user)).toBeUndefined();
  expect(await memberships.scopeIn(unheard, user)).toEqual({ managed: [], played: [] });
  await memberships.onApplicationShutdown();
  await campaigns.stop();
});
