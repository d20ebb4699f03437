import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { readMembers, readMemberships } from '@tomekeeper/contracts-campaign';
import type { HintAudience } from '@tomekeeper/contracts-live';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG } from '@tomekeeper/service-kit';
import type { Config } from '../config';

/** Roles that hear what is for GMs, and those that hear what is for the party. */
const GM_ROLES: ReadonlySet<string> = new Set(['owner', 'co_gm']);
const PARTY_ROLES: ReadonlySet<string> = new Set([...GM_ROLES, 'player']);

/** Whether a role belongs to an audience. */
const hears = (role: string | undefined, audience: 'gm' | 'party'): boolean =>
  role !== undefined && (audience === 'gm' ? GM_ROLES : PARTY_ROLES).has(role);

type CampaignAudience = Exclude<HintAudience, { people: string[] }>;

/** Whether a hint is for a member. GMs receive every hint; a player without a known membership receives none that names memberships. */
function isMeant(
  { role, membership_id }: { role: string; membership_id?: string | undefined },
  audience: CampaignAudience,
): boolean {
  if (typeof audience === 'string') return hears(role, audience);
  if (hears(role, 'gm')) return true;
  if (!hears(role, 'party') || membership_id === undefined) return false;
  return 'memberships' in audience
    ? audience.memberships.includes(membership_id)
    : !audience.all_but.includes(membership_id);
}

/** What somebody may hear. */
export interface Rights {
  /** Campaigns of whose changes they hear: those for the party, and those for GMs. */
  campaigns: { party: readonly string[]; gm: readonly string[] };
  /** Whether a hint may still reach them: they may have left, or have become less. */
  mayHear: (hint: { campaign: string; audience: 'gm' | 'party' | 'named' }) => boolean;
}

/** Who belongs to campaigns, asked for each delivery: nothing of it is remembered here. */
@Injectable()
export class CampaignMembers implements OnApplicationShutdown {
  private readonly campaigns: InternalClient;

  constructor(
    @Inject(CONFIG) { CAMPAIGN_URL: origins }: Pick<Config, 'CAMPAIGN_URL'>,
    signer: ServiceTokenSigner,
  ) {
    this.campaigns = new InternalClient({ service: 'campaign', origins, signer });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.campaigns.close();
  }

  /** The people whom a hint is for at this moment. @throws {UpstreamUnavailable} */
  async in(campaign: string, audience: HintAudience): Promise<string[]> {
    if (typeof audience === 'object' && 'people' in audience) return audience.people;
    const all = await this.membersOf(campaign);
    return all.flatMap((one) => (isMeant(one, audience) ? [one.id] : []));
  }

  /** Its GMs and its players; of a campaign that nobody knows none. @throws {UpstreamUnavailable} */
  async rolesIn(campaign: string): Promise<{ gms: string[]; players: string[] }> {
    const all = await this.membersOf(campaign);
    const who = (isGm: boolean) =>
      all.flatMap(({ id, role }) =>
        hears(role, 'party') && hears(role, 'gm') === isGm ? [id] : [],
      );
    return { gms: who(true), players: who(false) };
  }

  private async membersOf(campaign: string) {
    const answer = await this.campaigns.get(`/internal/campaigns/${campaign}/members`, readMembers);
    return answer?.members ?? [];
  }

  /** What somebody is in their campaigns. @throws {UpstreamUnavailable} */
  async rightsOf(person: string): Promise<Rights> {
    const answer = await this.campaigns.get(
      `/internal/memberships?user=${person}`,
      readMemberships,
    );
    const roles = new Map(answer?.memberships.map(({ campaign_id, role }) => [campaign_id, role]));
    const heardIn = (audience: 'gm' | 'party') =>
      [...roles].flatMap(([campaign, role]) => (hears(role, audience) ? [campaign] : []));
    return {
      campaigns: { party: heardIn('party'), gm: heardIn('gm') },
      mayHear: ({ campaign, audience }) =>
        audience === 'named' || hears(roles.get(campaign), audience),
    };
  }
}
