import { Controller, Get, Query } from '@nestjs/common';
import {
  writtenCommentsAnswer,
  writtenCommentsQuery,
  type WrittenCommentsAnswer,
  type WrittenCommentsQuery,
} from '@tomekeeper/contracts-document';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Answers, Internal } from '@tomekeeper/service-kit';
import { commentsWrittenBy } from './comment-rows';

/** Comments for the data export of a person. */
@Internal('identity')
@Controller('internal/comments')
export class WrittenCommentsController {
  constructor(private readonly uow: UnitOfWork) {}

  @Get()
  @Answers(writtenCommentsAnswer)
  async list(
    @Query({ schema: writtenCommentsQuery }) { person }: WrittenCommentsQuery,
  ): Promise<WrittenCommentsAnswer> {
    const written = await commentsWrittenBy(this.uow, person);
    return {
      comments: written.map(({ created_at, edited_at, ...comment }) => ({
        ...comment,
        created_at: created_at.toISOString(),
        ...(edited_at && { edited_at: edited_at.toISOString() }),
      })),
    };
  }
}
