import { Body, Controller, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  campaignDocument,
  finalizeRequest,
  presignAnswer,
  presignRequest,
  type CampaignDocument,
  type FinalizeRequest,
  type PresignAnswer,
  type PresignRequest,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
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

  @Post('finalize')
  @Answers(campaignDocument, { status: 201 })
  async finalize(
    @CurrentUser() user: User,
    @Body({ schema: finalizeRequest }) body: FinalizeRequest,
  ): Promise<CampaignDocument> {
    const { campaign_id, ...document } = await this.uploads.finalize(user.id, body);
    return toCampaignDocument({
      ...document,
      campaign: campaign_id,
      shared_tags: null,
      is_managed: true,
      has_file: true,
      text_state: null,
      text_progress: null,
      text_pages: null,
      audiences: null,
      public_title: null,
      source: null,
      is_withheld: document.file_on_hold && !document.is_spoilers,
    });
  }
}
