import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ExtractionJobsModule } from '../extraction-jobs/extraction-jobs.module';
import { MembershipsModule } from '../memberships/memberships.module';
import { StorageModule } from '../storage/storage.module';
import { ThumbnailsModule } from '../thumbnails/thumbnails.module';
import { AudienceChanges } from './audiences/audience-changes';
import { AudiencesController } from './audiences/audiences.controller';
import { AudiencesService } from './audiences/audiences.service';
import { HandoutsController } from './handouts/handouts.controller';
import { HandoutsService } from './handouts/handouts.service';
import { RestrictedFiles } from './reveals/restricted-files';
import { RevealedImages } from './reveals/revealed-images';
import { PlayerNoteAudiences } from './player-notes/player-note-audiences';
import { Reveals } from './reveals/reveals';
import { ShowsController } from './shows/shows.controller';
import { ShowsService } from './shows/shows.service';
import { TemporaryShowsService } from './shows/temporary-shows.service';
import { SharedTagsController } from './tags/shared-tags.controller';
import { SharedTagsService } from './tags/shared-tags.service';

/** Audiences of passages, reveals, shows on players' screens, and folders for players. */
@Module({
  imports: [AccessModule, ExtractionJobsModule, MembershipsModule, StorageModule, ThumbnailsModule],
  controllers: [ShowsController, AudiencesController, HandoutsController, SharedTagsController],
  providers: [
    AudiencesService,
    AudienceChanges,
    HandoutsService,
    PlayerNoteAudiences,
    RevealedImages,
    SharedTagsService,
    Reveals,
    ShowsService,
    TemporaryShowsService,
    RestrictedFiles,
  ],
  exports: [
    AudienceChanges,
    HandoutsService,
    PlayerNoteAudiences,
    RevealedImages,
    Reveals,
    RestrictedFiles,
  ],
})
export class SharingModule {}
