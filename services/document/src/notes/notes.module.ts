import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { NoteVersionsController } from './note-versions.controller';
import { NoteVersionsService } from './note-versions.service';
import { NotesController } from './notes.controller';
import { NotesService } from './notes.service';

/** Notes: documents whose text is written here. */
@Module({
  imports: [DocumentsModule, MembershipsModule],
  controllers: [NotesController, NoteVersionsController],
  providers: [NotesService, NoteVersionsService],
})
export class NotesModule {}
