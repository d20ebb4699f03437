import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import { serviceKeys, startFakeService } from '@tomekeeper/testing';
import { randomUUID } from 'node:crypto';
import { CampaignMemberships } from './campaign-memberships';

it('gives nothing to a role that only a newer service knows, and hides no other campaign for it', async () => {
  const [owned, played, other, user] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const roles = { [owned]: 'owner', [played]: 'player', [other]: 'librarian' };
  const all = Object.entries(roles).map(([campaign_id, role]) => ({ campaign_id, role }));
  const keys = serviceKeys('document');
  const campaigns = await startFakeService('campaign', keys, ({ pathname }) =>
    pathname === '/internal/memberships'
      ? { memberships: all }
      : all.find(({ campaign_id }) => pathname === `/internal/campaigns/${campaign_id}/membership`),
  );
  const signer = await ServiceTokenSigner.create(keys.privateKey('document'));
  const memberships = new CampaignMemberships({ CAMPAIGN_URL: [campaigns.url] }, signer);

  expect(await memberships.scopeOf(user)).toEqual({ owned: [owned], played: [played] });
  expect(await memberships.roleIn(other, user)).toBeUndefined();
  expect(await memberships.scopeIn(other, user)).toEqual({ owned: [], played: [] });
  expect(await memberships.scopeIn(owned, user)).toEqual({ owned: [owned], played: [] });
  expect(await memberships.scopeIn(played, user)).toEqual({ owned: [], played: [played] });
  const unheard = randomUUID();
  expect(await memberships.roleIn(unheard, user)).toBeUndefined();
  expect(await memberships.scopeIn(unheard, user)).toEqual({ owned: [], played: [] });
  await memberships.onApplicationShutdown();
  await campaigns.stop();
});
