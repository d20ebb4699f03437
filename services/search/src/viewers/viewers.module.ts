import { Module } from '@nestjs/common';
import { FollowingModule } from '../following/following.module';
import { CampaignRoles } from './campaign-roles';
import { Viewers } from './viewers';

/** Who asks, what they may see, and whether the copy has come far enough to answer them. */
@Module({
  imports: [FollowingModule],
  providers: [CampaignRoles, Viewers],
  exports: [CampaignRoles, Viewers],
})
export class ViewersModule {}
