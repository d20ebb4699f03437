import { Body, Controller, Delete, Param, Put } from '@nestjs/common';
import {
  importSessionsAnswer,
  importSessionsRequest,
  undoImportedSessionsAnswer,
  type ImportSessionsAnswer,
  type ImportSessionsRequest,
  type UndoImportedSessionsAnswer,
} from '@tomekeeper/contracts-campaign';
import { Answers, idPipe, Internal } from '@tomekeeper/service-kit';
import { CampaignIdPipe, campaignNotFound } from '../campaigns/campaign.errors';
import { ImportedSessionsService } from './imported-sessions.service';

const ImportIdPipe = idPipe(campaignNotFound);

/** Sessions of imports. Both calls are idempotent. */
@Internal('document')
@Controller('internal/campaigns/:id/imported-sessions/:import')
export class ImportedSessionsController {
  constructor(private readonly imported: ImportedSessionsService) {}

  @Put()
  @Answers(importSessionsAnswer)
  add(
    @Param('id', CampaignIdPipe) campaign: string,
    @Param('import', ImportIdPipe) importId: string,
    @Body({ schema: importSessionsRequest }) { user, sessions }: ImportSessionsRequest,
  ): Promise<ImportSessionsAnswer> {
    return this.imported.add({ campaign, importId, user }, sessions);
  }

  @Delete()
  @Answers(undoImportedSessionsAnswer)
  undo(
    @Param('id', CampaignIdPipe) campaign: string,
    @Param('import', ImportIdPipe) importId: string,
  ): Promise<UndoImportedSessionsAnswer> {
    return this.imported.undo(campaign, importId);
  }
}
