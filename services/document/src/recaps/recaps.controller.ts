import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  campaignDocument,
  createRecapRequest,
  recapSourcesAnswer,
  type CampaignDocument,
  type CreateRecapRequest,
  type RecapSourcesAnswer,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { toCampaignDocument } from '../access/document-response';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { RecapsService } from './recaps.service';

/** Recaps for GMs. Members read a revealed recap as any other note. */
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

  @Get(':id/sources')
  @Answers(recapSourcesAnswer)
  async sources(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
  ): Promise<RecapSourcesAnswer> {
    return { sources: await this.recaps.sources(user.id, id) };
  }
}
