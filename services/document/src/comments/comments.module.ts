import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { CommentSettingsController } from './comment-settings.controller';
import { CommentsController } from './comments.controller';
import { CommentsService } from './comments.service';
import { WrittenCommentsController } from './written-comments.controller';

/** Comments on passages. */
@Module({
  imports: [AccessModule, MembershipsModule],
  controllers: [CommentSettingsController, CommentsController, WrittenCommentsController],
  providers: [CommentsService],
})
export class CommentsModule {}
