import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiResponse, ApiTags } from '@nestjs/swagger';
import {
  campaignDocument,
  contentAnswer,
  contentQuery,
  documentsPage,
  documentsQuery,
  facetsAnswer,
  facetsQuery,
  neighborsAnswer,
  thumbnailsAnswer,
  thumbnailsQuery,
  updateDocumentRequest,
  type CampaignDocument,
  type ContentAnswer,
  type ContentQuery,
  type DocumentsPage,
  type DocumentsQuery,
  type FacetsAnswer,
  type FacetsQuery,
  type NeighborsAnswer,
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
import { z } from 'zod';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { DocumentPagesService } from './document-pages.service';
import { DocumentsService } from './documents.service';
import { toCampaignDocument } from '../access/document-response';
import { matchesFilter } from './list-filter';

/** Of an item of a list of all documents, or of a page. */
const documentOrPage = z.union([documentsPage, campaignDocument]);
const documentsAnswer = z.union([z.array(campaignDocument), documentsPage]);

@ApiTags('documents')
@ApiBearerAuth()
@Controller('api/documents')
export class DocumentsController {
  constructor(
    private readonly documents: DocumentsService,
    private readonly pages: DocumentPagesService,
  ) {}

  @Get()
  @Answers(documentOrPage)
  @ApiResponse({ status: 200, standardSchema: documentsAnswer })
  @TakesViewAs()
  async list(
    @CurrentUser() user: User,
    @Query({ schema: documentsQuery }) query: DocumentsQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<CampaignDocument[] | DocumentsPage> {
    const { campaign, ...asked } = query;
    const isPage = query.limit !== undefined || query.after !== undefined;
    if (campaign !== undefined && isPage)
      return this.pages.page(user.id, { campaign, ...asked }, viewAs);
    const visible = await this.documents.list(user.id, campaign, viewAs);
    return visible.filter(matchesFilter(asked)).map(toCampaignDocument);
  }

  @Get('facets')
  @Answers(facetsAnswer)
  @TakesViewAs()
  facets(
    @CurrentUser() user: User,
    @Query({ schema: facetsQuery }) { campaign }: FacetsQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<FacetsAnswer> {
    return this.pages.facets(user.id, campaign, viewAs);
  }

  @Get(':id/neighbors')
  @Answers(neighborsAnswer)
  @TakesViewAs()
  neighbors(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<NeighborsAnswer> {
    return this.pages.neighbors(user.id, id, viewAs);
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
