import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import {
  ownedDocumentsAnswer,
  ownedDocumentsQuery,
  ownedFileQuery,
  ownedTextQuery,
  type OwnedDocumentsAnswer,
  type OwnedDocumentsQuery,
  type OwnedFileQuery,
  type OwnedTextQuery,
} from '@tomekeeper/contracts-document';
import { Answers, Internal } from '@tomekeeper/service-kit';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { toTrashedDocument } from '../trash/trashed-document-response';
import { toOwnedCover, toOwnedVersion } from './owned-document-response';
import { OwnedDocumentsService, type OwnedDocuments } from './owned-documents.service';
import { toCampaignDocument } from '../access/document-response';

/** Documents and files for the data export of a campaign's owner. */
@Internal('identity')
@Controller('internal/owned-documents')
export class OwnedDocumentsController {
  constructor(private readonly documents: OwnedDocumentsService) {}

  @Get()
  @Answers(ownedDocumentsAnswer)
  async list(
    @Query({ schema: ownedDocumentsQuery }) { owner, campaign }: OwnedDocumentsQuery,
  ): Promise<OwnedDocumentsAnswer> {
    const { documents, trash, versions, cover }: OwnedDocuments =
      campaign === undefined
        ? { ...(await this.documents.notes(owner)), versions: [] }
        : await this.documents.list(owner, campaign);
    return {
      documents: [
        ...documents.map((one) => ({ ...toCampaignDocument(one), size: one.size })),
        ...trash.map((one) => ({ ...toTrashedDocument(one), size: one.size })),
        ...versions.map(toOwnedVersion),
        ...(cover ? [toOwnedCover(cover)] : []),
      ],
    };
  }

  @Get(':id/file')
  async file(
    @Param('id', DocumentIdPipe) id: string,
    @Query({ schema: ownedFileQuery }) { owner }: OwnedFileQuery,
  ): Promise<StreamableFile> {
    const file = await this.documents.file(owner, id);
    return new StreamableFile(file, { type: 'application/octet-stream' });
  }

  @Get(':id/text')
  async text(
    @Param('id', DocumentIdPipe) id: string,
    @Query({ schema: ownedTextQuery }) query: OwnedTextQuery,
  ): Promise<StreamableFile> {
    const text = await this.documents.text(query, id);
    return new StreamableFile(text, {
      type: query.format === 'json' ? 'application/json' : 'text/markdown; charset=utf-8',
    });
  }
}
