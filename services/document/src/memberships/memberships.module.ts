import { Module } from '@nestjs/common';
import { CampaignContentClient } from './campaign-content';
import { CampaignMemberships } from './campaign-memberships';

/** Roles of users in campaigns, and content of campaigns, from the campaign service. */
@Module({
  providers: [CampaignMemberships, CampaignContentClient],
  exports: [CampaignMemberships, CampaignContentClient],
})
export class MembershipsModule {}
