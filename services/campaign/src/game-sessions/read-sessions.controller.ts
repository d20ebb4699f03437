import { Controller, Get, Param, Query } from '@nestjs/common';
import {
  readSessionsAnswer,
  readSessionsQuery,
  type ReadSessionsAnswer,
  type ReadSessionsQuery,
} from '@tomekeeper/contracts-campaign';
import { Answers, Internal } from '@tomekeeper/service-kit';
import { CampaignIdPipe } from '../campaigns/campaign.errors';
import { SessionsService } from './sessions.service';

/** Sessions for questions about time, which the search service answers. */
@Internal('search')
@Controller('internal/campaigns/:id/sessions')
export class ReadSessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Answers(readSessionsAnswer)
  async list(
    @Param('id', CampaignIdPipe) campaign: string,
    @Query({ schema: readSessionsQuery }) { user, view_as: viewAs }: ReadSessionsQuery,
  ): Promise<ReadSessionsAnswer> {
    return { sessions: await this.sessions.read(campaign, user, viewAs) };
  }
}
