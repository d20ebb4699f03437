import { Controller, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { campaignDocument, type CampaignDocument } from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { toCampaignDocument } from '../access/document-response';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { EditableService } from './editable.service';

/** Makes notes of text files, for GMs. */
@ApiTags('versions')
@ApiBearerAuth()
@Controller('api/documents/:id/editable')
export class EditableController {
  constructor(private readonly editable: EditableService) {}

  @Post()
  @Answers(campaignDocument)
  async makeEditable(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
  ): Promise<CampaignDocument> {
    return toCampaignDocument(await this.editable.makeEditable(user.id, id));
  }
}
