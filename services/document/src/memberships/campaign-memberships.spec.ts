import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import { serviceKeys, startFakeService, type FakeService } from '@tomekeeper/testing';
import { randomUUID } from 'node:crypto';
import { PersonalDataSource } from '../export/personal-data';
import { CampaignMemberships } from './campaign-memberships';

/** Services that are newer than this one and use words that it has never heard. */
describe('roles and states that only a newer service knows', () => {
  const [owned, played, other, user] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const roles = { [owned]: 'owner', [played]: 'player', [other]: 'librarian' };
  const profile = {
    id: user,
    email: 'a@example.org',
    email_verified: true,
    first_name: 'Ada',
    last_name: 'L',
    created_at: '2026-01-02T03:04:05.000Z',
    activity: [
      {
        id: randomUUID(),
        kind: 'teleported',
        happened_at: '2026-01-02T03:04:05.000Z',
        client: '',
        detail: '',
      },
    ],
  };
  const record = { title: 'T', game_system: 'G' };
  const answers: Record<string, object> = {
    '/internal/memberships': {
      memberships: Object.entries(roles).map(([campaign_id, role]) => ({ campaign_id, role })),
    },
    ...Object.fromEntries(
      Object.entries(roles).map(([campaign_id, role]) => [
        `/internal/campaigns/${campaign_id}/membership`,
        { campaign_id, role },
      ]),
    ),
    '/internal/campaign-records': {
      campaigns: Object.entries(roles).map(([id, role]) => ({ id, role, ...record })),
    },
    '/internal/subscription': {
      subscription: {
        email: profile.email,
        name: '',
        status: 'paused',
        created_at: '2026-01-02T03:04:05.000Z',
      },
    },
    '/internal/messages': { messages: [] },
    [`/internal/people/${user}/profile`]: profile,
  };
  const started: { stop(): Promise<unknown> }[] = [];
  let signer: ServiceTokenSigner;
  let urls: ConstructorParameters<typeof PersonalDataSource>[0];

  beforeAll(async () => {
    const keys = serviceKeys('document');
    signer = await ServiceTokenSigner.create(keys.privateKey('document'));
    const start = async (name: string) => {
      const service: FakeService = await startFakeService(
        name,
        keys,
        ({ pathname }) => answers[pathname],
      );
      started.push(service);
      return [service.url];
    };
    urls = {
      IDENTITY_URL: await start('identity'),
      CAMPAIGN_URL: await start('campaign'),
      MAILING_URL: await start('mailing'),
      CONTACT_URL: await start('contact'),
    };
  });
  afterAll(() => Promise.all(started.map((service) => service.stop())));

  it('give nobody anything, and hide no other campaign', async () => {
    const memberships = new CampaignMemberships(urls, signer);
    expect(await memberships.scopeOf(user)).toEqual({ owned: [owned], played: [played] });
    expect(await memberships.roleIn(other, user)).toBeUndefined();
    expect(await memberships.scopeIn(other, user)).toEqual({ owned: [], played: [] });
    expect(await memberships.scopeIn(owned, user)).toEqual({ owned: [owned], played: [] });
    expect(await memberships.scopeIn(played, user)).toEqual({ owned: [], played: [played] });
    const unheard = randomUUID();
    expect(await memberships.roleIn(unheard, user)).toBeUndefined();
    expect(await memberships.scopeIn(unheard, user)).toEqual({ owned: [], played: [] });
    await memberships.onApplicationShutdown();
  });

  it('stand in the copy of someone’s data as they are', async () => {
    const source = new PersonalDataSource(urls, signer);
    const copy = await source.of(user);
    expect(copy.campaigns.map(({ role }) => role).sort()).toEqual(['librarian', 'owner', 'player']);
    expect(copy.profile.activity).toMatchObject([{ kind: 'teleported' }]);
    expect(copy.subscription).toMatchObject({ status: 'paused' });
    await source.onApplicationShutdown();
  });
});
