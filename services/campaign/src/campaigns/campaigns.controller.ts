import { Body, Controller, Delete, Get, Param, Patch, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  campaignDetail,
  campaignSummary,
  createCampaignAnswer,
  createCampaignRequest,
  updateCampaignRequest,
  type CampaignDetail,
  type CampaignSummary,
  type CreateCampaignRequest,
  type UpdateCampaignRequest,
} from '@tomekeeper/contracts-campaign';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  Answers,
  AnswersNothing,
  CurrentUser,
  RequestedViewAs,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import { CampaignIdPipe } from './campaign.errors';
import { CampaignsService } from './campaigns.service';

@ApiTags('campaigns')
@ApiBearerAuth()
@Controller('api/campaigns')
export class CampaignsController {
  constructor(private readonly campaigns: CampaignsService) {}

  @Get()
  @Answers(campaignSummary, { list: true })
  list(@CurrentUser() user: User): Promise<CampaignSummary[]> {
    return this.campaigns.list(user.id);
  }

  @Post()
  @Answers(createCampaignAnswer, { status: 201 })
  create(
    @CurrentUser() user: User,
    @Body({ schema: createCampaignRequest }) body: CreateCampaignRequest,
  ): Promise<{ id: string }> {
    return this.campaigns.create(user.id, body);
  }

  @Post('sample')
  @Answers(createCampaignAnswer, { status: 201 })
  createSample(@CurrentUser() user: User): Promise<{ id: string }> {
    return this.campaigns.createSample(user.id);
  }

  @Get(':id')
  @Answers(campaignDetail)
  @TakesViewAs()
  get(
    @Param('id', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<CampaignDetail> {
    return viewAs === undefined
      ? this.campaigns.get(campaign, user.id)
      : this.campaigns.getAs(viewAs, campaign, user.id);
  }

  @Patch(':id')
  @Answers(campaignDetail)
  update(
    @Param('id', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @Body({ schema: updateCampaignRequest }) body: UpdateCampaignRequest,
  ): Promise<CampaignDetail> {
    return this.campaigns.update(campaign, user.id, body);
  }

  @Delete(':id')
  @AnswersNothing()
  delete(@Param('id', CampaignIdPipe) campaign: string, @CurrentUser() user: User): Promise<void> {
    return this.campaigns.delete(campaign, user.id);
  }
}
