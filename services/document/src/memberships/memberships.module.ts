import { Module } from '@nestjs/common';
import { CampaignMemberships } from './campaign-memberships';

/** Roles of users in campaigns, from the campaign service. */
@Module({ providers: [CampaignMemberships], exports: [CampaignMemberships] })
export class MembershipsModule {}
