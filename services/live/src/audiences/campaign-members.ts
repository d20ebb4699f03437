import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { readMembers, readMemberships } from '@tomekeeper/contracts-campaign';
import type { HintAudience } from '@tomekeeper/contracts-live';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG } from '@tomekeeper/service-kit';
import { isInEventAudience, isRoleIn } from '@tomekeeper/visibility';
import type { Config } from '../config';

/** Invalidation events that a user may receive. */
export interface Rights {
  /** Campaigns whose events the user receives, by audience: party and GM. */
  campaigns: { party: readonly string[]; gm: readonly string[] };
  /** Whether the user may still receive a stored event: membership or role may have changed since. */
  mayHear: (hint: { campaign: string; audience: 'gm' | 'party' | 'named' }) => boolean;
}

/** Campaign membership look-ups. Never cached, so that a removed member stops receiving events immediately. */
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

  /**
   * Current recipients of an invalidation event.
   * @throws {UpstreamUnavailable}
   */
  async in(campaign: string, audience: HintAudience): Promise<string[]> {
    if (typeof audience === 'object' && 'people' in audience) return audience.people;
    const all = await this.membersOf(campaign);
    return all.flatMap((one) => (isInEventAudience(one, audience) ? [one.id] : []));
  }

  /**
   * GMs and players of a campaign; empty for an unknown campaign.
   * @throws {UpstreamUnavailable}
   */
  async rolesIn(campaign: string): Promise<{ gms: string[]; players: string[] }> {
    const all = await this.membersOf(campaign);
    const who = (isGm: boolean) =>
      all.flatMap(({ id, role }) =>
        isRoleIn(role, 'party') && isRoleIn(role, 'gm') === isGm ? [id] : [],
      );
    return { gms: who(true), players: who(false) };
  }

  private async membersOf(campaign: string) {
    const answer = await this.campaigns.get(`/internal/campaigns/${campaign}/members`, readMembers);
    return answer?.members ?? [];
  }

  /**
   * A user's rights from their current memberships.
   * @throws {UpstreamUnavailable}
   */
  async rightsOf(person: string): Promise<Rights> {
    const answer = await this.campaigns.get(
      `/internal/memberships?user=${person}`,
      readMemberships,
    );
    const roles = new Map(answer?.memberships.map(({ campaign_id, role }) => [campaign_id, role]));
    const heardIn = (audience: 'gm' | 'party') =>
      [...roles].flatMap(([campaign, role]) => (isRoleIn(role, audience) ? [campaign] : []));
    return {
      campaigns: { party: heardIn('party'), gm: heardIn('gm') },
      mayHear: ({ campaign, audience }) =>
        audience === 'named' || isRoleIn(roles.get(campaign), audience),
    };
  }
}
