import { Body, Controller, Get, Param, Put, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  campaignDocument,
  playerNoteAudienceRequest,
  playerNotesAnswer,
  playerNotesQuery,
  trashedDocument,
  trashQuery,
  type CampaignDocument,
  type PlayerNoteAudienceRequest,
  type PlayerNotesAnswer,
  type PlayerNotesQuery,
  type TrashedDocument,
  type TrashQuery,
} from '@tomekeeper/contracts-document';
import type { ViewAs } from '@tomekeeper/contracts-values';
import {
  Answers,
  CurrentUser,
  RequestedViewAs,
  TakesViewAs,
  type User,
} from '@tomekeeper/service-kit';
import { toCampaignDocument } from '../access/document-response';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { toTrashedDocument } from '../trash/trashed-document-response';
import { PlayerNotesService } from './player-notes.service';

/** Lists notes of players and changes their readers. */
@ApiTags('player notes')
@ApiBearerAuth()
@Controller('api/documents/notes')
export class PlayerNotesController {
  constructor(private readonly notes: PlayerNotesService) {}

  @Get()
  @Answers(playerNotesAnswer)
  @TakesViewAs()
  async list(
    @CurrentUser() user: User,
    @Query({ schema: playerNotesQuery }) query: PlayerNotesQuery,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<PlayerNotesAnswer> {
    const { notes, next } = await this.notes.list(user.id, query, viewAs);
    return { notes: notes.map(toCampaignDocument), ...(next !== undefined && { next }) };
  }

  @Get('trash')
  @Answers(trashedDocument, { list: true })
  async trash(
    @CurrentUser() user: User,
    @Query({ schema: trashQuery }) { campaign }: TrashQuery,
  ): Promise<TrashedDocument[]> {
    return (await this.notes.trash(user.id, campaign)).map(toTrashedDocument);
  }

  @Get(':id')
  @Answers(campaignDocument)
  @TakesViewAs()
  async one(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @RequestedViewAs() viewAs: ViewAs | undefined,
  ): Promise<CampaignDocument> {
    return toCampaignDocument(await this.notes.one(user.id, id, viewAs));
  }

  @Put(':id/audience')
  @Answers(campaignDocument)
  async setAudience(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Body({ schema: playerNoteAudienceRequest }) { author_audience }: PlayerNoteAudienceRequest,
  ): Promise<CampaignDocument> {
    return toCampaignDocument(await this.notes.setAudience(user.id, id, author_audience));
  }
}
