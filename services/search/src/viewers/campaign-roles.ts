import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  campaignRole,
  campaignSettingsAnswer,
  readMembership,
  readMemberships,
  type CampaignRole,
} from '@tomekeeper/contracts-campaign';
import { InternalClient, ServiceTokenSigner } from '@tomekeeper/internal-http';
import { CONFIG } from '@tomekeeper/service-kit';
import type { z } from 'zod';
import type { Config } from '../config';

export interface Membership {
  campaign: string;
  role: CampaignRole;
  /** One who leaves and comes back has another. */
  id: string | undefined;
  /** Whether its GMs let outside models read it; where nobody says so, none does. */
  allowsOutsideModels: boolean;
}

/** What people are in campaigns, asked for each call: without an answer nothing is found (503), because guessing could leak. */
@Injectable()
export class CampaignRoles implements OnApplicationShutdown {
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
  async in(campaign: string, user: string): Promise<Membership | undefined> {
    const path = `/internal/campaigns/${campaign}/membership?user=${user}`;
    const found = await this.campaigns.get(path, readMembership);
    return found && known(found);
  }

  /** Everything that somebody belongs to. @throws {UpstreamUnavailable} */
  async of(user: string): Promise<Membership[]> {
    const answer = await this.campaigns.get(`/internal/memberships?user=${user}`, readMemberships);
    return (answer?.memberships ?? []).flatMap((one) => known(one) ?? []);
  }

  /** The same that each membership says, where nobody asks; none where the campaign is gone. @throws {UpstreamUnavailable} */
  async allowsOutsideModels(campaign: string): Promise<boolean> {
    const path = `/internal/campaigns/${campaign}/settings`;
    const settings = await this.campaigns.get(path, campaignSettingsAnswer);
    return settings?.answers_by_model === true;
  }
}

function known({
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
      allowsOutsideModels: answers_by_model === true,
    }
  );
}
