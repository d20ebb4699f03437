import { Module } from '@nestjs/common';
import { CampaignMembers } from './campaign-members';

/** Resolves recipients of invalidation events through the campaign service. */
@Module({ providers: [CampaignMembers], exports: [CampaignMembers] })
export class AudiencesModule {}
