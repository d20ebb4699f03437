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
import { AnswersService } from './answers.service';
import { DraftsService } from './drafts.service';
import { sendAnswer } from './answer-stream';

/** With `Accept: text/event-stream`, answers are streamed as `ASK_EVENTS` and `DRAFTS_EVENTS` of the contract. */
@ApiTags('search')
@ApiBearerAuth()
@ApiHeader({ name: 'Accept', required: false })
@ApiProduces('application/json', 'text/event-stream')
@Controller('api/search')
export class AnswersController {
  constructor(
    private readonly asking: AnswersService,
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
    return sendAnswer(request, reply, {
      schemas: ASK_EVENTS,
      complete: 'answer',
      events: (gone) => this.asking.answer({ user: user.id, viewAs }, body, gone),
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
    return sendAnswer(request, reply, {
      schemas: DRAFTS_EVENTS,
      complete: 'drafts',
      events: (gone) => this.drafting.draft(user.id, body, gone),
    });
  }
}
