import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents/documents.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { NotesController } from './notes.controller';
import { NotesService } from './notes.service';

/** Notes: documents whose text is written here. */
@Module({
  imports: [DocumentsModule, MembershipsModule],
  controllers: [NotesController],
  providers: [NotesService],
})
export class NotesModule {}
