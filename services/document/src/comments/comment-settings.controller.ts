import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  commentSettingsAnswer,
  commentSettingsQuery,
  commentSettingsRequest,
  type CommentSettingsAnswer,
  type CommentSettingsQuery,
  type CommentSettingsRequest,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { CommentsService } from './comments.service';

/** Whether members of a campaign can comment, for GMs. */
@ApiTags('comments')
@ApiBearerAuth()
@Controller('api/documents/comments/settings')
export class CommentSettingsController {
  constructor(private readonly comments: CommentsService) {}

  @Get()
  @Answers(commentSettingsAnswer)
  async read(
    @CurrentUser() user: User,
    @Query({ schema: commentSettingsQuery }) { campaign }: CommentSettingsQuery,
  ): Promise<CommentSettingsAnswer> {
    return { comments: await this.comments.state(user.id, campaign) };
  }

  @Put()
  @Answers(commentSettingsAnswer)
  async change(
    @CurrentUser() user: User,
    @Body({ schema: commentSettingsRequest }) { campaign, comments }: CommentSettingsRequest,
  ): Promise<CommentSettingsAnswer> {
    await this.comments.setState(user.id, campaign, comments);
    return { comments };
  }
}
