import { Controller, Get, Param, Query, StreamableFile } from '@nestjs/common';
import {
  ownedDocumentsAnswer,
  ownedDocumentsQuery,
  ownedFileQuery,
  type OwnedDocumentsAnswer,
  type OwnedDocumentsQuery,
  type OwnedFileQuery,
} from '@tomekeeper/contracts-document';
import { Answers, Internal } from '@tomekeeper/service-kit';
import { DocumentIdPipe } from './documents.controller';
import { DocumentsService } from './documents.service';
import { toCampaignDocument } from './document-answer';

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
    const owned = await this.documents.owned(owner, campaign);
    return {
      documents: owned.map((document) => ({
        ...toCampaignDocument(document),
        size: document.size,
      })),
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
}
