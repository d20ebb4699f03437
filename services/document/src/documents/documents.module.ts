import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module';
import { ObjectsModule } from '../objects/objects.module';
import { DocumentsController } from './documents.controller';
import { DocumentsService } from './documents.service';
import { OwnedDocumentsController } from './owned-documents.controller';
import { Reveals } from './reveals';
import { ShowsController } from './shows.controller';
import { ShowsService } from './shows.service';
import { TrashSweeper } from './sweep-trash';
import { TrashController } from './trash.controller';
import { TrashService } from './trash.service';

/** Documents as members of a campaign see them, and as its owner changes them. */
@Module({
  imports: [MembershipsModule, ObjectsModule],
  // Those first whose paths look like ids: `trash`, `shown`.
  controllers: [TrashController, ShowsController, DocumentsController, OwnedDocumentsController],
  providers: [DocumentsService, Reveals, ShowsService, TrashService, TrashSweeper],
  exports: [DocumentsService, TrashSweeper],
})
export class DocumentsModule {}
