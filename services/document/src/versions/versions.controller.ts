import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  contentAnswer,
  documentVersion,
  replacedFileAnswer,
  replaceFileRequest,
  restoreVersionQuery,
  type ContentAnswer,
  type DocumentVersion,
  type ReplacedFileAnswer,
  type ReplaceFileRequest,
  type RestoreVersionQuery,
} from '@tomekeeper/contracts-document';
import { Answers, AnswersNothing, CurrentUser, type User } from '@tomekeeper/service-kit';
import { toCampaignDocument } from '../access/document-response';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { VersionsService, type ReplacedFile } from './versions.service';

/** The files that a document had before its present one, for GMs. */
@ApiTags('versions')
@ApiBearerAuth()
@Controller('api/documents/:id/versions')
export class VersionsController {
  constructor(private readonly versions: VersionsService) {}

  @Get()
  @Answers(documentVersion, { list: true })
  async list(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
  ): Promise<DocumentVersion[]> {
    return (await this.versions.list(user.id, id)).map((one) => ({
      id: one.id,
      original_filename: one.original_filename,
      content_type: one.content_type,
      size: one.size,
      replaced_at: one.replaced_at.toISOString(),
      ...(one.goes_at && { goes_at: one.goes_at.toISOString() }),
      ...(one.is_original && { is_original: true as const }),
    }));
  }

  @Post()
  @Answers(replacedFileAnswer)
  async replace(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Body({ schema: replaceFileRequest }) body: ReplaceFileRequest,
  ): Promise<ReplacedFileAnswer> {
    return toReplacedFile(await this.versions.replace(user.id, id, body));
  }

  @Post(':version/restore')
  @Answers(replacedFileAnswer)
  async restore(
    @Param('id', DocumentIdPipe) id: string,
    @Param('version', DocumentIdPipe) version: string,
    @CurrentUser() user: User,
    @Query({ schema: restoreVersionQuery }) query: RestoreVersionQuery,
  ): Promise<ReplacedFileAnswer> {
    return toReplacedFile(await this.versions.restore(user.id, id, version, query));
  }

  @Get(':version/content')
  @Answers(contentAnswer)
  content(
    @Param('id', DocumentIdPipe) id: string,
    @Param('version', DocumentIdPipe) version: string,
    @CurrentUser() user: User,
  ): Promise<ContentAnswer> {
    return this.versions.content(user.id, id, version);
  }

  @Delete(':version')
  @AnswersNothing()
  deleteForGood(
    @Param('id', DocumentIdPipe) id: string,
    @Param('version', DocumentIdPipe) version: string,
    @CurrentUser() user: User,
  ): Promise<void> {
    return this.versions.deleteForGood(user.id, id, version);
  }
}

const toReplacedFile = ({ document, replaced }: ReplacedFile): ReplacedFileAnswer => ({
  ...toCampaignDocument(document),
  ...(replaced !== undefined && { replaced }),
});
