import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  campaignRole,
  isGm,
  readMembers,
  readMembership,
  readMemberships,
  type CampaignRole,
} from '@tomekeeper/contracts-campaign';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG, onlyGmsViewAs, unknownViewAs } from '@tomekeeper/service-kit';
import type { Config } from '../config';

/** The roles of a person in campaigns. Every read of documents needs them. */
export interface Scope {
  /** Campaigns of which this person is a GM, and sees everything. */
  readonly managed: readonly string[];
  /** Campaigns in which spoilers do not exist for this person. */
  readonly played: readonly string[];
  /** Their stays in those, by which they are chosen for passages. Where none is known they are chosen for nothing. */
  readonly memberships?: readonly string[];
}

/** A player of a campaign. */
export interface Player {
  user: string;
  membership: string;
}

/**
 * What someone is in which campaign, looked up for each call: a player who was removed a second ago is
 * a stranger now. Without an answer nothing is shown or taken (503), because guessing could leak.
 */
@Injectable()
export class CampaignMemberships implements OnApplicationShutdown {
  private readonly campaigns: InternalClient;

  constructor(
    @Inject(CONFIG) { CAMPAIGN_URL: origins }: Pick<Config, 'CAMPAIGN_URL'>,
    signer: ServiceTokenSigner,
  ) {
    this.campaigns = new InternalClient({ service: 'campaign', origins, signer });
  }

  /** Not before: calls that are being answered still ask. */
  async onApplicationShutdown(): Promise<void> {
    await this.campaigns.close();
  }

  /** @throws {UpstreamUnavailable} */
  async roleIn(campaign: string, user: string): Promise<CampaignRole | undefined> {
    return (await this.membershipIn(campaign, user)).role;
  }

  /** What somebody is in a campaign, and what its members know it as. @throws {UpstreamUnavailable} */
  async titledRoleIn(
    campaign: string,
    user: string,
  ): Promise<{ role: CampaignRole | undefined; title: string }> {
    const { role, title } = await this.membershipIn(campaign, user);
    return { role, title };
  }

  private async membershipIn(campaign: string, user: string) {
    const path = `/internal/campaigns/${campaign}/membership?user=${user}`;
    const found = await this.campaigns.get(path, readMembership);
    return {
      role: campaignRole.safeParse(found?.role).data,
      title: found?.title ?? '',
      memberships: found?.membership_id === undefined ? [] : [found.membership_id],
    };
  }

  /** Those who may be chosen for passages: its players as they are now. @throws {UpstreamUnavailable} */
  async playersOf(campaign: string): Promise<Player[]> {
    const answer = await this.campaigns.get(`/internal/campaigns/${campaign}/members`, readMembers);
    return (answer?.members ?? []).flatMap(({ id: user, role, membership_id }) =>
      role === 'player' && membership_id !== undefined ? [{ user, membership: membership_id }] : [],
    );
  }

  /** Players by their memberships. @throws {UpstreamUnavailable} */
  async usersOf(campaign: string): Promise<Map<string, string>> {
    return new Map((await this.playersOf(campaign)).map((one) => [one.membership, one.user]));
  }

  /** Everything that someone may see. @throws {UpstreamUnavailable} */
  async scopeOf(user: string): Promise<Scope> {
    const answer = await this.campaigns.get(`/internal/memberships?user=${user}`, readMemberships);
    const all = answer?.memberships ?? [];
    const inRole = (role: CampaignRole) =>
      all.flatMap((one) => (one.role === role ? [one.campaign_id] : []));
    return {
      managed: [...inRole('owner'), ...inRole('co_gm')],
      played: inRole('player'),
      memberships: all.flatMap(({ role, membership_id }) =>
        role === 'player' ? (membership_id ?? []) : [],
      ),
    };
  }

  /** What someone may see in one campaign. @throws {UpstreamUnavailable} */
  async scopeIn(campaign: string, user: string): Promise<Scope> {
    const { role, memberships } = await this.membershipIn(campaign, user);
    switch (role) {
      case 'owner':
      case 'co_gm':
        return { managed: [campaign], played: [] };
      case 'player':
        return { managed: [], played: [campaign], memberships };
      case undefined:
        return { managed: [], played: [] };
    }
  }

  /**
   * What a player of the campaign may see, for its GM.
   * @throws {DomainError} 403 for everyone else, whether the campaign exists or not; 400 where nobody of that id plays
   */
  async scopeAs(viewAs: ViewAs, campaign: string, gm: string): Promise<Scope> {
    if (!isGm(await this.roleIn(campaign, gm))) throw onlyGmsViewAs();
    // As the party: what each of them sees, so that nobody is chosen.
    if (viewAs === 'party') return { managed: [], played: [campaign], memberships: [] };
    const { role, memberships } = await this.membershipIn(campaign, viewAs);
    if (role !== 'player') throw unknownViewAs();
    return { managed: [], played: [campaign], memberships };
  }
}
