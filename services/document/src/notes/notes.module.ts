import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { ObjectsModule } from '../objects/objects.module';
import { PicturesModule } from '../pictures/pictures.module';
import { SandboxModule } from '../sandbox/sandbox.module';
import { NoteImagesController } from './note-images.controller';
import { NoteImagesService } from './note-images.service';
import { NoteVersionsController } from './note-versions.controller';
import { NoteVersionsService } from './note-versions.service';
import { NotesController } from './notes.controller';
import { NotesService } from './notes.service';

/** Notes: documents whose text is written here. */
@Module({
  imports: [DocumentsModule, MembershipsModule, ObjectsModule, PicturesModule, SandboxModule],
  controllers: [NotesController, NoteImagesController, NoteVersionsController],
  providers: [NotesService, NoteImagesService, NoteVersionsService],
})
export class NotesModule {}
