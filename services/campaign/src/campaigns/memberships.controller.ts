import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  campaignMembersAnswer,
  campaignRecordsAnswer,
  campaignSettingsAnswer,
  membershipAnswer,
  membershipsAnswer,
  membershipsQuery,
  type CampaignMembersAnswer,
  type CampaignRecordsAnswer,
  type CampaignSettingsAnswer,
  type MembershipAnswer,
  type MembershipsAnswer,
  type MembershipsQuery,
} from '@tomekeeper/contracts-campaign';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Answers, Internal } from '@tomekeeper/service-kit';
import { CampaignIdPipe, campaignNotFound } from './campaign.errors';
import {
  campaignRecordsOf,
  membersOf,
  membershipsOf,
  settingsOf,
  visibleCampaign,
} from './campaign.queries';

/** Memberships and settings for authorization in other services. */
@Internal('document', 'search')
@Controller('internal')
export class MembershipsController {
  constructor(private readonly uow: UnitOfWork) {}

  @Internal('document', 'live', 'search')
  @Get('memberships')
  @Answers(membershipsAnswer)
  async all(
    @Query({ schema: membershipsQuery }) { user }: MembershipsQuery,
  ): Promise<MembershipsAnswer> {
    return { memberships: await membershipsOf(this.uow, user) };
  }

  /** For the data export. */
  @Internal('identity')
  @Get('campaign-records')
  @Answers(campaignRecordsAnswer)
  async records(
    @Query({ schema: membershipsQuery }) { user }: MembershipsQuery,
  ): Promise<CampaignRecordsAnswer> {
    return { campaigns: await campaignRecordsOf(this.uow, user) };
  }

  @Get('campaigns/:id/membership')
  @Answers(membershipAnswer)
  async one(
    @Param('id', CampaignIdPipe) campaign: string,
    @Query({ schema: membershipsQuery }) { user }: MembershipsQuery,
  ): Promise<MembershipAnswer> {
    const visible = await visibleCampaign(this.uow, campaign, user);
    if (!visible) throw campaignNotFound();
    const { id, role, since, title, membership_id, answers_by_model } = visible;
    return {
      campaign_id: id,
      role,
      since,
      title,
      answers_by_model,
      ...(membership_id !== null && { membership_id }),
    };
  }

  /** For background jobs, which run without a user's membership. */
  @Internal('search')
  @Get('campaigns/:id/settings')
  @Answers(campaignSettingsAnswer)
  async settings(@Param('id', CampaignIdPipe) campaign: string): Promise<CampaignSettingsAnswer> {
    const settings = await settingsOf(this.uow, campaign);
    if (!settings) throw campaignNotFound();
    return settings;
  }

  /** For the recipients of invalidation events, the validation of chosen players, and search. */
  @Internal('document', 'live', 'search')
  @Get('campaigns/:id/members')
  @Answers(campaignMembersAnswer)
  async members(@Param('id', CampaignIdPipe) campaign: string): Promise<CampaignMembersAnswer> {
    const members = await membersOf(this.uow, campaign);
    if (members.length === 0) throw campaignNotFound();
    return { campaign_id: campaign, members };
  }
}
