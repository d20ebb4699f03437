import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  campaignRole,
  isGm,
  readMembers,
  readMembership,
  readMemberships,
  sessionNewsAnswer,
  type CampaignRole,
  type ChangedSession,
} from '@tomekeeper/contracts-campaign';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG, onlyGmsViewAs, unknownViewAs } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { campaignNotFound, onlyGms, onlyPlayers } from '../model/document.errors';

/** The roles of a person in campaigns. Every read of documents needs them. */
export interface Scope {
  /** Campaigns of which this person is a GM, and sees everything. */
  readonly managed: readonly string[];
  /** Campaigns in which spoilers do not exist for this person. */
  readonly played: readonly string[];
  /** Their stays in those, by which they are chosen for passages. Where none is known they are chosen for nothing. */
  readonly memberships?: readonly string[];
}

/** A person as a member of a campaign. */
export interface Member {
  campaign: string;
  role: CampaignRole;
  /** Key of the member's read state: the membership; for the owner the user id. */
  reader: string;
  /** Start of the membership, or of an own campaign, in ISO 8601. */
  since: string;
}

/** A member of a campaign other than its owner. */
export interface Player {
  user: string;
  membership: string;
}

/**
 * Roles of users in campaigns, requested for every call, so that removing a player has immediate effect. Without a
 * response all access is denied (503), because a guess could leak content.
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

  /**
   * @param act completes "Only a game master of the campaign may …"
   * @returns the title of the campaign
   * @throws {DomainError} 404 for people outside of the campaign, 403 for its players
   * @throws {UpstreamUnavailable}
   */
  async requireGm(campaign: string, user: string, act: string): Promise<{ title: string }> {
    const { role, title } = await this.membershipIn(campaign, user);
    if (!role) throw campaignNotFound();
    if (!isGm(role)) throw onlyGms(act);
    return { title };
  }

  /** The title of a campaign for its member; empty for other users. @throws {UpstreamUnavailable} */
  async titleOf(campaign: string, user: string): Promise<string> {
    return (await this.membershipIn(campaign, user)).title;
  }

  private async membershipIn(campaign: string, user: string) {
    const path = `/internal/campaigns/${campaign}/membership?user=${user}`;
    const found = await this.campaigns.get(path, readMembership);
    return {
      role: campaignRole.safeParse(found?.role).data,
      title: found?.title ?? '',
      since: found?.since ?? '',
      memberships: found?.membership_id === undefined ? [] : [found.membership_id],
    };
  }

  /** Current players of a campaign, who can be chosen as audience. @throws {UpstreamUnavailable} */
  async playersOf(campaign: string): Promise<Player[]> {
    return (await this.membersOf(campaign)).filter(({ role }) => role === 'player');
  }

  /** Current players and co-GMs of a campaign. @throws {UpstreamUnavailable} */
  async membersOf(campaign: string): Promise<(Player & { role: string })[]> {
    const answer = await this.campaigns.get(`/internal/campaigns/${campaign}/members`, readMembers);
    return (answer?.members ?? []).flatMap(({ id: user, role, membership_id }) =>
      membership_id === undefined ? [] : [{ user, role, membership: membership_id }],
    );
  }

  /** User id of the owner; undefined if the campaign does not exist. @throws {UpstreamUnavailable} */
  async ownerOf(campaign: string): Promise<string | undefined> {
    const answer = await this.campaigns.get(`/internal/campaigns/${campaign}/members`, readMembers);
    return answer?.members.find(({ role }) => role === 'owner')?.id;
  }

  /**
   * The current membership of a user; undefined for the owner.
   * @throws {DomainError} 404 for people outside of the campaign
   * @throws {UpstreamUnavailable}
   */
  async requireMember(campaign: string, user: string): Promise<{ membership?: string }> {
    const { role, memberships } = await this.membershipIn(campaign, user);
    if (!role) throw campaignNotFound();
    const [membership] = memberships;
    return membership === undefined ? {} : { membership };
  }

  /** @throws {DomainError} 404 for people outside of the campaign @throws {UpstreamUnavailable} */
  async memberIn(campaign: string, user: string): Promise<Member> {
    const member = await this.findMember(campaign, user);
    if (!member) throw campaignNotFound();
    return member;
  }

  /** @throws {UpstreamUnavailable} */
  async findMember(campaign: string, user: string): Promise<Member | undefined> {
    const { role, memberships, since } = await this.membershipIn(campaign, user);
    return role && { campaign, role, reader: memberships[0] ?? user, since };
  }

  /** The user in each of their campaigns. @throws {UpstreamUnavailable} */
  async memberInAll(user: string): Promise<Member[]> {
    const answer = await this.campaigns.get(`/internal/memberships?user=${user}`, readMemberships);
    return (answer?.memberships ?? []).flatMap(({ campaign_id, membership_id, since, ...one }) => {
      const role = campaignRole.safeParse(one.role).data;
      return role ? [{ campaign: campaign_id, role, reader: membership_id ?? user, since }] : [];
    });
  }

  /**
   * The current membership of a player.
   * @throws {DomainError} 404 for people outside of the campaign, 403 for its GMs
   * @throws {UpstreamUnavailable}
   */
  async requirePlayer(campaign: string, user: string): Promise<{ membership: string }> {
    const { role, memberships } = await this.membershipIn(campaign, user);
    if (!role) throw campaignNotFound();
    const [membership] = memberships;
    if (role !== 'player' || membership === undefined) throw onlyPlayers();
    return { membership };
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

  /** Announced and moved sessions in the campaigns of a player. @throws {UpstreamUnavailable} */
  async changedSessions(user: string): Promise<ChangedSession[]> {
    const path = `/internal/session-news?user=${user}`;
    return (await this.campaigns.get(path, sessionNewsAnswer))?.sessions ?? [];
  }

  /** Scope of a user in one campaign. @throws {UpstreamUnavailable} */
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
   * Scope of a player of the campaign, for its GM.
   * @throws {DomainError} 403 for other users, whether or not the campaign exists; 400 if the user is not a player
   */
  async scopeAs(viewAs: ViewAs, campaign: string, gm: string): Promise<Scope> {
    if (!isGm(await this.roleIn(campaign, gm))) throw onlyGmsViewAs();
    // The party: content that every player sees, without memberships.
    if (viewAs === 'party') return { managed: [], played: [campaign], memberships: [] };
    const { role, memberships } = await this.membershipIn(campaign, viewAs);
    if (role !== 'player') throw unknownViewAs();
    return { managed: [], played: [campaign], memberships };
  }
}
