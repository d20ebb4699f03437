import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  campaignDocument,
  contentAnswer,
  contentQuery,
  documentsQuery,
  thumbnailsAnswer,
  thumbnailsQuery,
  updateDocumentRequest,
  type CampaignDocument,
  type ContentAnswer,
  type ContentQuery,
  type DocumentsQuery,
  type ThumbnailsAnswer,
  type ThumbnailsQuery,
  type UpdateDocumentRequest,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  Answers,
  AnswersNothing,
  CurrentUser,
  RequestedViewAs,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { DocumentsService } from './documents.service';
import { toCampaignDocument } from '../access/document-response';
import { matchesFilter } from './list-filter';

@ApiTags('documents')
@ApiBearerAuth()
@Controller('api/documents')
export class DocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get()
  @Answers(campaignDocument, { list: true })
  @TakesViewAs()
  async list(
    @CurrentUser() user: User,
    @Query({ schema: documentsQuery }) { campaign, ...asked }: DocumentsQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<CampaignDocument[]> {
    const visible = await this.documents.list(user.id, campaign, viewAs);
    return visible.filter(matchesFilter(asked)).map(toCampaignDocument);
  }

  @Get('thumbnails')
  @Answers(thumbnailsAnswer)
  @TakesViewAs()
  thumbnails(
    @CurrentUser() user: User,
    @Query({ schema: thumbnailsQuery }) query: ThumbnailsQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<ThumbnailsAnswer> {
    return this.documents.thumbnails(user.id, query, viewAs);
  }

  @Get(':id/content')
  @Answers(contentAnswer)
  @TakesViewAs()
  content(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Query({ schema: contentQuery }) { download }: ContentQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<ContentAnswer> {
    return this.documents.content(user.id, id, { toKeep: download === 'true', viewAs });
  }

  @Get(':id')
  @Answers(campaignDocument)
  @TakesViewAs()
  async one(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<CampaignDocument> {
    return toCampaignDocument(await this.documents.one(user.id, id, viewAs));
  }

  @Patch(':id')
  @Answers(campaignDocument)
  async update(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Body({ schema: updateDocumentRequest }) body: UpdateDocumentRequest,
  ): Promise<CampaignDocument> {
    const { act, ...document } = await this.documents.update(user.id, id, body);
    return { ...toCampaignDocument(document), ...(act !== undefined && { act }) };
  }

  @Delete(':id')
  @AnswersNothing()
  delete(@Param('id', DocumentIdPipe) id: string, @CurrentUser() user: User): Promise<void> {
    return this.documents.delete(user.id, id);
  }
}
