import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  campaignContent,
  campaignContentQuery,
  sessionContent,
  type CampaignContent,
  type CampaignContentQuery,
  type SessionContent,
} from '@tomekeeper/contracts-campaign';
import { Answers, Internal } from '@tomekeeper/service-kit';
import { CampaignIdPipe } from '../campaigns/campaign.errors';
import { SessionIdPipe } from '../game-sessions/session.errors';
import { CampaignContentService } from './campaign-content.service';

/** Content of a campaign as a member sees it, for exports. Sessions are requested one at a time, because their boards are large. */
@Internal('document')
@Controller('internal/campaigns/:id/content')
export class CampaignContentController {
  constructor(private readonly content: CampaignContentService) {}

  @Get()
  @Answers(campaignContent)
  get(
    @Param('id', CampaignIdPipe) campaign: string,
    @Query({ schema: campaignContentQuery }) { user }: CampaignContentQuery,
  ): Promise<CampaignContent> {
    return this.content.get(campaign, user);
  }

  @Get('sessions/:session')
  @Answers(sessionContent)
  session(
    @Param('id', CampaignIdPipe) campaign: string,
    @Param('session', SessionIdPipe) session: string,
    @Query({ schema: campaignContentQuery }) { user }: CampaignContentQuery,
  ): Promise<SessionContent> {
    return this.content.session(campaign, session, user);
  }
}
