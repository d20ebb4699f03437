import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  campaignDocument,
  createRecapRequest,
  recapOfSessionAnswer,
  recapOfSessionQuery,
  recapSourcesAnswer,
  type CampaignDocument,
  type CreateRecapRequest,
  type RecapOfSessionAnswer,
  type RecapOfSessionQuery,
  type RecapSourcesAnswer,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  Answers,
  CurrentUser,
  RequestedViewAs,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import { toCampaignDocument } from '../access/document-response';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { RecapsService } from './recaps.service';

/** Recaps. GMs write them; members find the published recap of a session, and read it as any other note. */
@ApiTags('recaps')
@ApiBearerAuth()
@Controller('api/documents/recaps')
export class RecapsController {
  constructor(private readonly recaps: RecapsService) {}

  @Post()
  @Answers(campaignDocument, { status: 201 })
  async create(
    @CurrentUser() user: User,
    @Body({ schema: createRecapRequest }) body: CreateRecapRequest,
  ): Promise<CampaignDocument> {
    return toCampaignDocument(await this.recaps.create(user.id, body));
  }

  @Get()
  @Answers(recapOfSessionAnswer)
  @TakesViewAs()
  ofSession(
    @CurrentUser() user: User,
    @Query({ schema: recapOfSessionQuery }) query: RecapOfSessionQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<RecapOfSessionAnswer> {
    return this.recaps.ofSession(user.id, query, viewAs);
  }

  @Get(':id/sources')
  @Answers(recapSourcesAnswer)
  async sources(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
  ): Promise<RecapSourcesAnswer> {
    return { sources: await this.recaps.sources(user.id, id) };
  }
}
