import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  sharedTagsAnswer,
  sharedTagsQuery,
  shareTagRequest,
  type SharedTagsAnswer,
  type SharedTagsQuery,
  type ShareTagRequest,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { SharedTagsService } from './shared-tags.service';

/** Tags that players see as folders, for GMs. */
@ApiTags('documents')
@ApiBearerAuth()
@Controller('api/documents/shared-tags')
export class SharedTagsController {
  constructor(private readonly shared: SharedTagsService) {}

  @Get()
  @Answers(sharedTagsAnswer)
  list(
    @CurrentUser() user: User,
    @Query({ schema: sharedTagsQuery }) { campaign }: SharedTagsQuery,
  ): Promise<SharedTagsAnswer> {
    return this.shared.list(user.id, campaign);
  }

  @Post()
  @Answers(sharedTagsAnswer)
  share(
    @CurrentUser() user: User,
    @Body({ schema: shareTagRequest }) body: ShareTagRequest,
  ): Promise<SharedTagsAnswer> {
    return this.shared.share(user.id, body);
  }
}
