import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  comment as commentSchema,
  commentsAnswer,
  commentsQuery,
  createCommentRequest,
  editCommentRequest,
  type Comment,
  type CommentsAnswer,
  type CommentsQuery,
  type CreateCommentRequest,
  type EditCommentRequest,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  Answers,
  AnswersNothing,
  CurrentUser,
  RequestedViewAs,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { importedAuthor } from '../access/document-response';
import type { VisibleComment } from '../passages/visible/visible-comments';
import { CommentIdPipe } from './comment-id.pipe';
import { CommentsService } from './comments.service';

@ApiTags('comments')
@ApiBearerAuth()
@Controller('api/documents/:id/comments')
export class CommentsController {
  constructor(private readonly comments: CommentsService) {}

  @Get()
  @Answers(commentsAnswer)
  @TakesViewAs()
  async list(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Query({ schema: commentsQuery }) query: CommentsQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<CommentsAnswer> {
    const { state, comments, next } = await this.comments.list(user.id, id, query, viewAs);
    return {
      comments_state: state,
      comments: comments.map(toComment),
      ...(next !== undefined && { next }),
    };
  }

  @Post()
  @Answers(commentSchema, { status: 201 })
  async create(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Body({ schema: createCommentRequest }) body: CreateCommentRequest,
  ): Promise<Comment> {
    return toComment(await this.comments.create(user.id, id, body));
  }

  @Patch(':comment')
  @Answers(commentSchema)
  async edit(
    @Param('id', DocumentIdPipe) document: string,
    @Param('comment', CommentIdPipe) comment: string,
    @CurrentUser() user: User,
    @Body({ schema: editCommentRequest }) { text }: EditCommentRequest,
  ): Promise<Comment> {
    return toComment(await this.comments.edit(user.id, { document, comment }, text));
  }

  @Delete(':comment')
  @AnswersNothing()
  delete(
    @Param('id', DocumentIdPipe) document: string,
    @Param('comment', CommentIdPipe) comment: string,
    @CurrentUser() user: User,
  ): Promise<void> {
    return this.comments.delete(user.id, { document, comment });
  }
}

function authorOf(author: string | null, imported: string | null): Partial<Comment> {
  if (imported !== null) return importedAuthor(imported);
  return author === null ? { is_former_member: true } : { author };
}

const toComment = ({
  id,
  passage,
  text,
  author,
  imported_author,
  is_own,
  is_managed,
  handout,
  created_at,
  edited_at,
}: VisibleComment): Comment => ({
  ...{ id, passage, text, created_at: created_at.toISOString() },
  ...authorOf(author, imported_author),
  ...(edited_at && { edited_at: edited_at.toISOString() }),
  ...{ can_edit: is_own, can_delete: is_own || is_managed },
  ...(handout !== null && { handout }),
});
