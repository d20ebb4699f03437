import { Module } from '@nestjs/common';
import { CampaignMemberships } from './campaign-memberships';

/** What people are in campaigns, by the campaign service. */
@Module({ providers: [CampaignMemberships], exports: [CampaignMemberships] })
export class MembershipsModule {}
