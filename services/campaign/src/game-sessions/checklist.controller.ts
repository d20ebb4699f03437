import { Body, Controller, Delete, Param, Patch, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  checklistItem,
  createChecklistItemRequest,
  updateChecklistItemRequest,
  type ChecklistItem,
  type CreateChecklistItemRequest,
  type UpdateChecklistItemRequest,
} from '@tomekeeper/contracts-campaign';
import { Answers, AnswersNothing, CurrentUser, type User } from '@tomekeeper/service-kit';
import { CampaignIdPipe } from '../campaigns/campaign.errors';
import { ChecklistService } from './checklist.service';
import { ChecklistItemIdPipe, SessionIdPipe } from './session.errors';

@ApiTags('sessions')
@ApiBearerAuth()
@Controller('api/campaigns/:id/sessions/:session/checklist')
export class ChecklistController {
  constructor(private readonly checklist: ChecklistService) {}

  @Post()
  @Answers(checklistItem, { status: 201 })
  create(
    @Param('id', CampaignIdPipe) campaign: string,
    @Param('session', SessionIdPipe) session: string,
    @CurrentUser() user: User,
    @Body({ schema: createChecklistItemRequest }) body: CreateChecklistItemRequest,
  ): Promise<ChecklistItem> {
    return this.checklist.create({ campaign, session, user: user.id }, body);
  }

  @Patch(':item')
  @Answers(checklistItem)
  update(
    @Param('id', CampaignIdPipe) campaign: string,
    @Param('session', SessionIdPipe) session: string,
    @Param('item', ChecklistItemIdPipe) item: string,
    @CurrentUser() user: User,
    @Body({ schema: updateChecklistItemRequest }) body: UpdateChecklistItemRequest,
  ): Promise<ChecklistItem> {
    return this.checklist.update({ campaign, session, user: user.id }, item, body);
  }

  @Delete(':item')
  @AnswersNothing()
  delete(
    @Param('id', CampaignIdPipe) campaign: string,
    @Param('session', SessionIdPipe) session: string,
    @Param('item', ChecklistItemIdPipe) item: string,
    @CurrentUser() user: User,
  ): Promise<void> {
    return this.checklist.delete({ campaign, session, user: user.id }, item);
  }
}
