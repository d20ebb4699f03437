import { Module } from '@nestjs/common';
import { MembershipsModule } from '../memberships/memberships.module';
import { ObjectsModule } from '../objects/objects.module';
import { PicturesModule } from '../pictures/pictures.module';
import { ReadingModule } from '../reading/reading.module';
import { AudiencesController } from './audiences.controller';
import { AudiencesService } from './audiences.service';
import { DocumentsController } from './documents.controller';
import { DocumentsService } from './documents.service';
import { OwnedDocumentsController } from './owned-documents.controller';
import { PassageActs } from './passage-acts';
import { RevealedImages } from './revealed-images';
import { Reveals } from './reveals';
import { ShowsController } from './shows.controller';
import { ShowsService } from './shows.service';
import { TemporaryShowsService } from './temporary-shows.service';
import { TrashSweeper } from './sweep-trash';
import { TrashController } from './trash.controller';
import { TrashService } from './trash.service';
import { WithheldFiles } from './withheld-files';

/** Documents as members of a campaign see them, and as its owner changes them. */
@Module({
  imports: [MembershipsModule, ObjectsModule, PicturesModule, ReadingModule],
  // Those first whose paths look like ids: `trash`, `shown`.
  controllers: [
    TrashController,
    ShowsController,
    DocumentsController,
    AudiencesController,
    OwnedDocumentsController,
  ],
  providers: [
    AudiencesService,
    DocumentsService,
    PassageActs,
    RevealedImages,
    Reveals,
    ShowsService,
    TemporaryShowsService,
    TrashService,
    TrashSweeper,
    WithheldFiles,
  ],
  exports: [DocumentsService, TrashSweeper],
})
export class DocumentsModule {}
