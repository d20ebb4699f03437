import { Body, Controller, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  campaignDocument,
  discardUploadRequest,
  finalizeRequest,
  presignAnswer,
  presignPartsAnswer,
  presignPartsRequest,
  presignRequest,
  type CampaignDocument,
  type DiscardUploadRequest,
  type FinalizeRequest,
  type PresignAnswer,
  type PresignPartsAnswer,
  type PresignPartsRequest,
  type PresignRequest,
} from '@tomekeeper/contracts-document';
import { Answers, AnswersNothing, CurrentUser, type User } from '@tomekeeper/service-kit';
import { toCampaignDocument } from '../access/document-response';
import { UploadsService } from './uploads.service';

@ApiTags('documents')
@ApiBearerAuth()
@Controller('api/documents')
export class UploadsController {
  constructor(private readonly uploads: UploadsService) {}

  @Post('presign')
  @Answers(presignAnswer)
  presign(
    @CurrentUser() user: User,
    @Body({ schema: presignRequest }) body: PresignRequest,
  ): Promise<PresignAnswer> {
    return this.uploads.presign(user.id, body);
  }

  @Post('presign-parts')
  @Answers(presignPartsAnswer)
  presignParts(
    @CurrentUser() user: User,
    @Body({ schema: presignPartsRequest }) body: PresignPartsRequest,
  ): Promise<PresignPartsAnswer> {
    return this.uploads.presignParts(user.id, body);
  }

  @Post('discard-upload')
  @AnswersNothing()
  discard(
    @CurrentUser() user: User,
    @Body({ schema: discardUploadRequest }) body: DiscardUploadRequest,
  ): Promise<void> {
    return this.uploads.discard(user.id, body);
  }

  @Post('finalize')
  @Answers(campaignDocument, { status: 201 })
  async finalize(
    @CurrentUser() user: User,
    @Body({ schema: finalizeRequest }) body: FinalizeRequest,
  ): Promise<CampaignDocument> {
    const { campaign_id, ...document } = await this.uploads.finalize(user.id, body);
    return toCampaignDocument({
      ...document,
      portrait: null,
      campaign: campaign_id,
      shared_tags: null,
      is_managed: true,
      has_file: true,
      text_state: null,
      text_progress: null,
      text_pages: null,
      audiences: null,
      public_title: null,
      original: null,
      source: null,
      is_withheld: document.file_on_hold && !document.is_spoilers,
    });
  }
}
