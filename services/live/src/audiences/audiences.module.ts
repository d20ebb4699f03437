import { Module } from '@nestjs/common';
import { CampaignMembers } from './campaign-members';

/** Whom hints are for, by the campaign service. */
@Module({ providers: [CampaignMembers], exports: [CampaignMembers] })
export class AudiencesModule {}
