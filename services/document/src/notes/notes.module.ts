import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { StorageModule } from '../storage/storage.module';
import { ThumbnailsModule } from '../thumbnails/thumbnails.module';
import { SandboxModule } from '../sandbox/sandbox.module';
import { NoteImagesController } from './note-images.controller';
import { NoteImagesService } from './note-images.service';
import { NoteVersionsController } from './versions/note-versions.controller';
import { NoteVersionsService } from './versions/note-versions.service';
import { NotesController } from './notes.controller';
import { NotesService } from './notes.service';

/** Notes: documents with text that GMs write in the app. */
@Module({
  imports: [AccessModule, MembershipsModule, StorageModule, ThumbnailsModule, SandboxModule],
  controllers: [NotesController, NoteImagesController, NoteVersionsController],
  providers: [NotesService, NoteImagesService, NoteVersionsService],
})
export class NotesModule {}
