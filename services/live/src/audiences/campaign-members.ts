import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { campaignMembersAnswer, membershipsAnswer } from '@tomekeeper/contracts-campaign';
import type { HintAudience } from '@tomekeeper/contracts-live';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG } from '@tomekeeper/service-kit';
import { z } from 'zod';
import type { Config } from '../config';

/** A newer campaign service may know other roles: here they hear nothing, and hide no other member. */
const members = campaignMembersAnswer.extend({
  members: z.array(z.object({ id: z.uuid(), role: z.string() })),
});
const memberships = membershipsAnswer.extend({
  memberships: z.array(z.object({ campaign_id: z.uuid(), role: z.string() })),
});

/** Roles that hear what is for GMs, and those that hear what is for the party. */
const GM_ROLES: ReadonlySet<string> = new Set(['owner', 'co_gm']);
const PARTY_ROLES: ReadonlySet<string> = new Set([...GM_ROLES, 'player']);

/** Whether a role belongs to an audience. */
const hears = (role: string | undefined, audience: 'gm' | 'party'): boolean =>
  role !== undefined && (audience === 'gm' ? GM_ROLES : PARTY_ROLES).has(role);

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
    if (typeof audience === 'object') return audience.people;
    const answer = await this.campaigns.get(`/internal/campaigns/${campaign}/members`, members);
    return (answer?.members ?? []).flatMap(({ id, role }) => (hears(role, audience) ? [id] : []));
  }

  /** What somebody is in their campaigns. @throws {UpstreamUnavailable} */
  async rightsOf(person: string): Promise<Rights> {
    const answer = await this.campaigns.get(`/internal/memberships?user=${person}`, memberships);
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
