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
import { DocumentIdPipe } from './document-id.pipe';
import { DocumentsService } from './documents.service';
import {
  toCampaignDocument,
  toOwnedCover,
  toOwnedVersion,
  toTrashedDocument,
} from './document-answer';

/** Documents and files for the copy of their data that a campaign's owner asks for. */
@Internal('identity')
@Controller('internal/owned-documents')
export class OwnedDocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get()
  @Answers(ownedDocumentsAnswer)
  async list(
    @Query({ schema: ownedDocumentsQuery }) { owner, campaign }: OwnedDocumentsQuery,
  ): Promise<OwnedDocumentsAnswer> {
    const { documents, trash, versions, cover } = await this.documents.owned(owner, campaign);
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
    const file = await this.documents.ownedFile(owner, id);
    return new StreamableFile(file, { type: 'application/octet-stream' });
  }

  @Get(':id/text')
  async text(
    @Param('id', DocumentIdPipe) id: string,
    @Query({ schema: ownedTextQuery }) query: OwnedTextQuery,
  ): Promise<StreamableFile> {
    const text = await this.documents.ownedText(query, id);
    return new StreamableFile(text, {
      type: query.format === 'json' ? 'application/json' : 'text/markdown; charset=utf-8',
    });
  }
}
