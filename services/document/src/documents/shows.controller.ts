import { Body, Controller, Delete, Get, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  showAnswer,
  showRequest,
  shownAnswer,
  type ShowAnswer,
  type ShowRequest,
  type ShownAnswer,
} from '@tomekeeper/contracts-document';
import { Answers, AnswersNothing, CurrentUser, type User } from '@tomekeeper/service-kit';
import { toCampaignDocument } from './document-answer';
import { DocumentIdPipe } from './document-id.pipe';
import { ShowsService } from './shows.service';

/** Documents on the screens of the players who are there. */
@ApiTags('show')
@ApiBearerAuth()
@Controller('api/documents')
export class ShowsController {
  constructor(private readonly shows: ShowsService) {}

  /** What the caller is shown now, as a player; null where that is nothing. */
  @Get('shown')
  @Answers(shownAnswer)
  async shown(@CurrentUser() user: User): Promise<ShownAnswer> {
    const shown = await this.shows.shownTo(user.id);
    if (!shown) return { shown: null };
    const { show, shown_at, passages, ...document } = shown;
    return {
      shown: {
        id: show,
        shown_at: shown_at.toISOString(),
        document: toCampaignDocument(document),
        ...(passages !== null && { passages }),
      },
    };
  }

  @Post(':id/show')
  @Answers(showAnswer)
  async show(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Body({ schema: showRequest }) body: ShowRequest,
  ): Promise<ShowAnswer> {
    return { undo_until: (await this.shows.show(user.id, id, body)).toISOString() };
  }

  @Delete(':id/show')
  @AnswersNothing()
  takeBack(@Param('id', DocumentIdPipe) id: string, @CurrentUser() user: User): Promise<void> {
    return this.shows.takeBack(user.id, id);
  }
}
