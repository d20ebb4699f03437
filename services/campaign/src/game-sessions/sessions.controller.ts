import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  createSessionRequest,
  gameSession,
  gameSessionDetail,
  updateSessionRequest,
  type CreateSessionRequest,
  type GameSession,
  type GameSessionDetail,
  type UpdateSessionRequest,
} from '@tomekeeper/contracts-campaign';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  Answers,
  AnswersNothing,
  CurrentUser,
  RequestedViewAs,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import { CampaignIdPipe } from '../campaigns/campaign.errors';
import { SessionIdPipe } from './session.errors';
import { SessionsService } from './sessions.service';

@ApiTags('sessions')
@ApiBearerAuth()
@Controller('api/campaigns/:id/sessions')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get()
  @Answers(gameSession, { list: true })
  @TakesViewAs()
  list(
    @Param('id', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<GameSession[]> {
    return this.sessions.list(campaign, user.id, viewAs);
  }

  @Post()
  @Answers(gameSessionDetail, { status: 201 })
  create(
    @Param('id', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @Body({ schema: createSessionRequest }) body: CreateSessionRequest,
  ): Promise<GameSessionDetail> {
    return this.sessions.create(campaign, user.id, body);
  }

  @Get(':session')
  @Answers(gameSessionDetail)
  @TakesViewAs()
  get(
    @Param('id', CampaignIdPipe) campaign: string,
    @Param('session', SessionIdPipe) session: string,
    @CurrentUser() user: User,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<GameSessionDetail> {
    return this.sessions.get(campaign, session, user.id, viewAs);
  }

  @Patch(':session')
  @Answers(gameSessionDetail)
  update(
    @Param('id', CampaignIdPipe) campaign: string,
    @Param('session', SessionIdPipe) session: string,
    @CurrentUser() user: User,
    @Body({ schema: updateSessionRequest }) body: UpdateSessionRequest,
  ): Promise<GameSessionDetail> {
    return this.sessions.update(campaign, session, user.id, body);
  }

  @Delete(':session')
  @AnswersNothing()
  delete(
    @Param('id', CampaignIdPipe) campaign: string,
    @Param('session', SessionIdPipe) session: string,
    @CurrentUser() user: User,
  ): Promise<void> {
    return this.sessions.delete(campaign, session, user.id);
  }
}
