import { Body, Controller, Delete, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import { handOverRequest, type HandOverRequest } from '@tomekeeper/contracts-campaign';
import { AnswersNothing, CurrentUser, type User } from '@tomekeeper/service-kit';
import { CampaignIdPipe } from '../campaigns/campaign.errors';
import { HandOverService } from './hand-over.service';

@ApiTags('campaigns')
@ApiBearerAuth()
@Controller('api/campaigns/:id/hand-over')
export class HandOverController {
  constructor(private readonly handOver: HandOverService) {}

  @Post()
  @AnswersNothing()
  offer(
    @Param('id', CampaignIdPipe) campaign: string,
    @CurrentUser() user: User,
    @Body({ schema: handOverRequest }) { to }: HandOverRequest,
  ): Promise<void> {
    return this.handOver.offer(campaign, user.id, to.toLowerCase());
  }

  @Delete()
  @AnswersNothing()
  end(@Param('id', CampaignIdPipe) campaign: string, @CurrentUser() user: User): Promise<void> {
    return this.handOver.end(campaign, user.id);
  }

  @Post('accept')
  @AnswersNothing()
  accept(@Param('id', CampaignIdPipe) campaign: string, @CurrentUser() user: User): Promise<void> {
    return this.handOver.accept(campaign, user.id);
  }
}
