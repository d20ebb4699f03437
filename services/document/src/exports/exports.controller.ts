import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  createExportRequest,
  exportAnswer,
  exportsAnswer,
  type CreateExportRequest,
  type ExportAnswer,
  type ExportsAnswer,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { CampaignIdPipe } from '../model/campaign-id.pipe';
import { ExportIdPipe } from './export-id.pipe';
import { ExportsService } from './exports.service';

/** Below the path of campaigns: the gateway passes it on to this service. */
@ApiTags('exports')
@ApiBearerAuth()
@Controller('api/campaigns/:campaign/exports')
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  @Post()
  @Answers(exportAnswer, { status: 201 })
  create(
    @Param('campaign', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @Body({ schema: createExportRequest }) body: CreateExportRequest,
  ): Promise<ExportAnswer> {
    return this.exports.create(user.id, campaign, body);
  }

  @Get()
  @Answers(exportsAnswer)
  async list(
    @Param('campaign', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
  ): Promise<ExportsAnswer> {
    return { exports: await this.exports.list(user.id, campaign) };
  }

  @Get(':export')
  @Answers(exportAnswer)
  read(
    @Param('campaign', CampaignIdPipe) campaign: string,
    @Param('export', ExportIdPipe) id: string,
    @CurrentUser() user: User,
  ): Promise<ExportAnswer> {
    return this.exports.read(user.id, campaign, id);
  }
}
