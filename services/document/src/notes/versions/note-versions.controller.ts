import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import {
  noteVersionAnswer,
  noteVersionQuery,
  noteVersionsAnswer,
  restoredNoteAnswer,
  type NoteVersionAnswer,
  type NoteVersionQuery,
  type NoteVersionsAnswer,
  type RestoredNoteAnswer,
} from '@tomekeeper/contracts-document';
import { Answers, CurrentUser, type User } from '@tomekeeper/service-kit';
import { DocumentIdPipe } from '../../model/document-id.pipe';
import { NoteVersionsService } from './note-versions.service';

/** Earlier versions of a note, for GMs. */
@ApiTags('notes')
@ApiBearerAuth()
@Controller('api/documents/:id/text-versions')
export class NoteVersionsController {
  constructor(private readonly versions: NoteVersionsService) {}

  @Get()
  @Answers(noteVersionsAnswer)
  list(
    @Param('id', DocumentIdPipe) id: string,
    @CurrentUser() user: User,
  ): Promise<NoteVersionsAnswer> {
    return this.versions.list(user.id, id);
  }

  @Get(':version')
  @Answers(noteVersionAnswer)
  one(
    @Param('id', DocumentIdPipe) id: string,
    @Param('version', DocumentIdPipe) version: string,
    @CurrentUser() user: User,
    @Query({ schema: noteVersionQuery }) query: NoteVersionQuery,
  ): Promise<NoteVersionAnswer> {
    return this.versions.one(user.id, id, version, query);
  }

  @Post(':version/restore')
  @Answers(restoredNoteAnswer)
  restore(
    @Param('id', DocumentIdPipe) id: string,
    @Param('version', DocumentIdPipe) version: string,
    @CurrentUser() user: User,
  ): Promise<RestoredNoteAnswer> {
    return this.versions.restore(user.id, id, version);
  }
}
