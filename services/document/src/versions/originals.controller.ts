import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  campaignDocument,
  contentAnswer,
  setOriginalRequest,
  type CampaignDocument,
  type ContentAnswer,
  type SetOriginalRequest,
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
import { OriginalsService } from './originals.service';

/** Original files of notes. */
@ApiTags('versions')
@ApiBearerAuth()
@Controller('api/documents/:id/original')
export class OriginalsController {
  constructor(private readonly originals: OriginalsService) {}

  @Get()
  @Answers(contentAnswer)
  @TakesViewAs()
  content(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<ContentAnswer> {
    return this.originals.content(user.id, id, viewAs);
  }

  @Put()
  @Answers(campaignDocument)
  async set(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Body({ schema: setOriginalRequest }) body: SetOriginalRequest,
  ): Promise<CampaignDocument> {
    return toCampaignDocument(await this.originals.set(user.id, id, body));
  }
}
