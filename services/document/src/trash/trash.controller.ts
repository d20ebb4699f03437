import { Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  campaignDocument,
  trashedDocument,
  trashQuery,
  type CampaignDocument,
  type TrashedDocument,
  type TrashQuery,
} from '@tomekeeper/contracts-document';
import { Answers, AnswersNothing, CurrentUser, type User } from '@tomekeeper/service-kit';
import { toCampaignDocument } from '../access/document-response';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { toTrashedDocument } from './trashed-document-response';
import { TrashService } from './trash.service';

@ApiTags('trash')
@ApiBearerAuth()
@Controller('api/documents')
export class TrashController {
  constructor(private readonly trash: TrashService) {}

  @Get('trash')
  @Answers(trashedDocument, { list: true })
  async list(
    @CurrentUser() user: User,
    @Query({ schema: trashQuery }) { campaign }: TrashQuery,
  ): Promise<TrashedDocument[]> {
    return (await this.trash.list(user.id, campaign)).map(toTrashedDocument);
  }

  @Post(':id/restore')
  @Answers(campaignDocument)
  async restore(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
  ): Promise<CampaignDocument> {
    return toCampaignDocument(await this.trash.restore(user.id, id));
  }

  @Delete('trash/:id')
  @AnswersNothing()
  deleteForGood(@Param('id', DocumentIdPipe) id: string, @CurrentUser() user: User): Promise<void> {
    return this.trash.deleteForGood(user.id, id);
  }
}
