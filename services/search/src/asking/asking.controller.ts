import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiProduces, ApiTags } from '@nestjs/swagger';
import {
  ASK_EVENTS,
  askAnswer,
  askRequest,
  DRAFTS_EVENTS,
  draftsAnswer,
  draftsRequest,
  type AskRequest,
  type DraftsRequest,
} from '@tomekeeper/contracts-search';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  Answers,
  CurrentUser,
  RequestedViewAs,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AskingService } from './asking.service';
import { DraftsService } from './drafts.service';
import { told } from './told';

/** With `Accept: text/event-stream` answers come as they are written: the events are `ASK_EVENTS` and `DRAFTS_EVENTS` of the contract. */
@ApiTags('search')
@ApiBearerAuth()
@ApiHeader({ name: 'Accept', required: false })
@ApiProduces('application/json', 'text/event-stream')
@Controller('api/search')
export class AskingController {
  constructor(
    private readonly asking: AskingService,
    private readonly drafting: DraftsService,
  ) {}

  @Post('ask')
  @HttpCode(200)
  @Answers(askAnswer)
  @TakesViewAs()
  ask(
    @CurrentUser() user: User,
    @Body({ schema: askRequest }) body: AskRequest,
    @RequestedViewAs() viewAs: ViewAs | undefined,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return told(request, reply, {
      events: ASK_EVENTS,
      whole: 'answer',
      tell: (gone) => this.asking.answer({ user: user.id, viewAs }, body, gone),
    });
  }

  @Post('drafts')
  @HttpCode(200)
  @Answers(draftsAnswer)
  drafts(
    @CurrentUser() user: User,
    @Body({ schema: draftsRequest }) body: DraftsRequest,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return told(request, reply, {
      events: DRAFTS_EVENTS,
      whole: 'drafts',
      tell: (gone) => this.drafting.draft(user.id, body, gone),
    });
  }
}
