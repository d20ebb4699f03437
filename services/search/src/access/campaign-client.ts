import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  campaignRole,
  campaignSettingsAnswer,
  readMembers,
  readMembership,
  readMemberships,
  readSessionsAnswer,
  type CampaignRole,
  type ReadSession,
} from '@tomekeeper/contracts-campaign';
import type { ViewAs } from '@tomekeeper/contracts-values';
import { MAX_PEOPLE_PER_LOOKUP, peopleAnswer } from '@tomekeeper/contracts-identity';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG } from '@tomekeeper/service-kit';
import type { z } from 'zod';
import type { Config } from '../config';

export interface Membership {
  campaign: string;
  role: CampaignRole;
  /** A person who leaves and returns has another one. */
  id: string | undefined;
  /** Whether the GMs allow external models to read the campaign; false by default. */
  allowsExternalModels: boolean;
}

/** A member of a campaign, with the name that other members see. */
export interface CampaignPerson {
  person: string;
  text: string;
  role: string;
}

/** Timeout for names and sessions, without which a search has results; twice this time, because reads are retried once. */
const OPTIONAL_TIMEOUT_MS = 600;

/** Roles, settings, members and sessions of campaigns. Not cached, because a guess could reveal hidden text. */
@Injectable()
export class CampaignClient implements OnApplicationShutdown {
  private readonly campaigns: InternalClient;
  private readonly optional: InternalClient;
  private readonly identity: InternalClient;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'CAMPAIGN_URL' | 'IDENTITY_URL'>,
    signer: ServiceTokenSigner,
  ) {
    const client = (service: string, origins: readonly string[], timeoutMs?: number) =>
      new InternalClient({ service, origins, signer, ...(timeoutMs && { timeoutMs }) });
    this.campaigns = client('campaign', config.CAMPAIGN_URL);
    this.optional = client('campaign', config.CAMPAIGN_URL, OPTIONAL_TIMEOUT_MS);
    this.identity = client('identity', config.IDENTITY_URL, OPTIONAL_TIMEOUT_MS);
  }

  /** On application shutdown, not earlier: requests in progress still use the clients. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.campaigns.close(), this.optional.close(), this.identity.close()]);
  }

  /** @throws {UpstreamUnavailable} */
  async membership(campaign: string, user: string): Promise<Membership | undefined> {
    const path = `/internal/campaigns/${campaign}/membership?user=${user}`;
    const found = await this.campaigns.get(path, readMembership);
    return found && membershipOf(found);
  }

  /** All memberships of a user. @throws {UpstreamUnavailable} */
  async memberships(user: string): Promise<Membership[]> {
    const answer = await this.campaigns.get(`/internal/memberships?user=${user}`, readMemberships);
    return (answer?.memberships ?? []).flatMap((one) => membershipOf(one) ?? []);
  }

  /** The setting that each membership contains, for jobs; false for a deleted campaign. @throws {UpstreamUnavailable} */
  async allowsExternalModels(campaign: string): Promise<boolean> {
    const path = `/internal/campaigns/${campaign}/settings`;
    const settings = await this.campaigns.get(path, campaignSettingsAnswer);
    return settings?.answers_by_model === true;
  }

  /**
   * Sessions as a member sees them, or as a GM who views as a player.
   * @throws {UpstreamUnavailable} also for others
   */
  async sessions(campaign: string, user: string, viewAs?: ViewAs): Promise<ReadSession[]> {
    const query = new URLSearchParams({ user, ...(viewAs !== undefined && { view_as: viewAs }) });
    const path = `/internal/campaigns/${campaign}/sessions?${query}`;
    return (await this.optional.get(path, readSessionsAnswer))?.sessions ?? [];
  }

  /** All members with a name. The caller must have checked that the user is a member. @throws {UpstreamUnavailable} */
  async people(campaign: string): Promise<CampaignPerson[]> {
    const answer = await this.optional.get(`/internal/campaigns/${campaign}/members`, readMembers);
    const roles = new Map((answer?.members ?? []).map(({ id, role }) => [id, role]));
    const people: CampaignPerson[] = [];
    const ids = [...roles.keys()];
    for (let at = 0; at < ids.length; at += MAX_PEOPLE_PER_LOOKUP) {
      const some = ids.slice(at, at + MAX_PEOPLE_PER_LOOKUP).join(',');
      const named = await this.identity.get(`/internal/people?ids=${some}`, peopleAnswer);
      for (const { id, name } of named?.people ?? []) {
        const person = id.toLowerCase();
        const role = roles.get(person);
        if (role !== undefined && name !== '') people.push({ person, text: name, role });
      }
    }
    return people;
  }
}

function membershipOf({
  campaign_id,
  role,
  membership_id,
  answers_by_model,
}: z.infer<typeof readMemberships>['memberships'][number]): Membership | undefined {
  const { data } = campaignRole.safeParse(role);
  return (
    data && {
      campaign: campaign_id,
      role: data,
      id: membership_id,
      allowsExternalModels: answers_by_model === true,
    }
  );
}
