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
import {
  Answers,
  AnswersNothing,
  CurrentUser,
  DisconnectSignal,
  type User,
} from '@tomekeeper/service-kit';
import { CampaignMemberships } from '../../memberships/campaign-memberships';
import { toCampaignDocument } from '../../access/document-response';
import { DocumentIdPipe } from '../../model/document-id.pipe';
import { ShowsService } from './shows.service';
import { TemporaryShowsService } from './temporary-shows.service';
import type { ShownDocument } from '../../access/visible-documents';

/** Documents on the screens of the players who are there. */
@ApiTags('show')
@ApiBearerAuth()
@Controller('api/documents')
export class ShowsController {
  constructor(
    private readonly shows: ShowsService,
    private readonly temporary: TemporaryShowsService,
    private readonly memberships: CampaignMemberships,
  ) {}

  /** Current show for the caller as a player; null if there is none. */
  @Get('shown')
  @Answers(shownAnswer)
  async shown(@CurrentUser() user: User): Promise<ShownAnswer> {
    const scope = await this.memberships.scopeOf(user.id);
    const [kept, notKept, showing] = await Promise.all([
      this.shows.shownTo(scope),
      this.temporary.shownTo(scope),
      this.temporary.showing(scope),
    ]);
    const all = [...(kept ? [asShown(kept)] : []), ...(notKept ? [notKept] : [])];
    const [newest] = all.sort((one, other) => (one.shown_at < other.shown_at ? 1 : -1));
    return { shown: newest ?? null, ...(showing.length > 0 && { showing }) };
  }

  /** Closes a show without keeping for the caller. */
  @Delete('shown/:id')
  @AnswersNothing()
  close(@Param('id', DocumentIdPipe) show: string, @CurrentUser() user: User): Promise<void> {
    return this.temporary.close(user.id, show);
  }

  @Post(':id/show')
  @Answers(showAnswer)
  async show(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Body({ schema: showRequest }) body: ShowRequest,
    @DisconnectSignal() signal: AbortSignal,
  ): Promise<ShowAnswer> {
    const caller = { person: user.id, signal };
    return { undo_until: (await this.shows.show(caller, id, body)).toISOString() };
  }

  @Delete(':id/show')
  @AnswersNothing()
  takeBack(@Param('id', DocumentIdPipe) id: string, @CurrentUser() user: User): Promise<void> {
    return this.shows.takeBack(user.id, id);
  }
}

const asShown = ({ show, shown_at, passages, ...document }: ShownDocument) => ({
  id: show,
  shown_at: shown_at.toISOString(),
  document: toCampaignDocument(document),
  ...(passages !== null && { passages }),
});
