import { Body, Controller, Delete, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  campaignDocument,
  contentAnswer,
  documentsQuery,
  updateDocumentRequest,
  type CampaignDocument,
  type ContentAnswer,
  type DocumentsQuery,
  type UpdateDocumentRequest,
} from '@tomekeeper/contracts-document';
import { Answers, AnswersNothing, CurrentUser, type User } from '@tomekeeper/service-kit';
import { asAnswer } from './document-answer';
import { DocumentIdPipe } from './document-id.pipe';
import { DocumentsService } from './documents.service';

@ApiTags('documents')
@ApiBearerAuth()
@Controller('api/documents')
export class DocumentsController {
  constructor(private readonly documents: DocumentsService) {}

  @Get()
  @Answers(campaignDocument, { list: true })
  async list(
    @CurrentUser() user: User,
    @Query({ schema: documentsQuery }) { campaign }: DocumentsQuery,
  ): Promise<CampaignDocument[]> {
    return (await this.documents.list(user.id, campaign)).map(asAnswer);
  }

  @Get(':id/content')
  @Answers(contentAnswer)
  content(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
  ): Promise<ContentAnswer> {
    return this.documents.content(user.id, id);
  }

  @Patch(':id')
  @Answers(campaignDocument)
  async update(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Body({ schema: updateDocumentRequest }) body: UpdateDocumentRequest,
  ): Promise<CampaignDocument> {
    return asAnswer(await this.documents.update(user.id, id, body));
  }

  @Delete(':id')
  @AnswersNothing()
  delete(@Param('id', DocumentIdPipe) id: string, @CurrentUser() user: User): Promise<void> {
    return this.documents.delete(user.id, id);
  }
}
