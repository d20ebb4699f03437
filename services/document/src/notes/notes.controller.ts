import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  campaignDocument,
  createNoteRequest,
  editingAnswer,
  editingQuery,
  savePassagesAnswer,
  savePassagesRequest,
  type CampaignDocument,
  type CreateNoteRequest,
  type EditingAnswer,
  type EditingQuery,
  type SavePassagesAnswer,
  type SavePassagesRequest,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, DisconnectSignal, type User } from '@tomekeeper/service-kit';
import { toCampaignDocument } from '../access/document-response';
import { DocumentIdPipe } from '../model/document-id.pipe';
import { NotesService } from './notes.service';

/** Notes as GMs write them. Everybody reads them as any other text. */
@ApiTags('notes')
@ApiBearerAuth()
@Controller('api/documents')
export class NotesController {
  constructor(private readonly notes: NotesService) {}

  @Post('notes')
  @Answers(campaignDocument, { status: 201 })
  async create(
    @CurrentUser() user: User,
    @Body({ schema: createNoteRequest }) body: CreateNoteRequest,
    @DisconnectSignal() signal: AbortSignal,
  ): Promise<CampaignDocument> {
    return toCampaignDocument(await this.notes.create(user.id, body, signal));
  }

  @Get(':id/editing')
  @Answers(editingAnswer)
  editing(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Query({ schema: editingQuery }) query: EditingQuery,
  ): Promise<EditingAnswer> {
    return this.notes.editing(user.id, id, query);
  }

  @Patch(':id/passages')
  @Answers(savePassagesAnswer)
  save(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
    @Body({ schema: savePassagesRequest }) body: SavePassagesRequest,
  ): Promise<SavePassagesAnswer> {
    return this.notes.save(user.id, id, body);
  }
}
