import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  campaignRecordsAnswer,
  membershipAnswer,
  membershipsAnswer,
  membershipsQuery,
  type CampaignRecordsAnswer,
  type MembershipAnswer,
  type MembershipsAnswer,
  type MembershipsQuery,
} from '@tomekeeper/contracts-campaign';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Answers, Internal } from '@tomekeeper/service-kit';
import { CampaignIdPipe, campaignNotFound } from './campaign.errors';
import { campaignRecordsOf, visibleCampaign, membershipsOf } from './campaign.queries';

/** What the document service needs to know before it shows or takes anything. */
@Internal('document')
@Controller('internal')
export class MembershipsController {
  constructor(private readonly uow: UnitOfWork) {}

  @Get('memberships')
  @Answers(membershipsAnswer)
  async all(
    @Query({ schema: membershipsQuery }) { user }: MembershipsQuery,
  ): Promise<MembershipsAnswer> {
    return { memberships: await membershipsOf(this.uow, user) };
  }

  /** For the copy of their data that a person asks for. */
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
    return { campaign_id: visible.id, role: visible.role };
  }
}
