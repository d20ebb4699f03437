import { Module, type DynamicModule } from '@nestjs/common';
import {
  campaignDeleted,
  membershipEnded,
  sampleCampaignCreated,
} from '@tomekeeper/contracts-campaign';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { serviceModules } from '@tomekeeper/operations';
import type { Log } from '@tomekeeper/service-kit';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { ChangeFeedModule } from './change-feed/change-feed.module';
import { CommentsModule } from './comments/comments.module';
import { erasePerson } from './erasure/erasure';
import { ErasureModule } from './erasure/erasure.module';
import { DocumentsModule } from './documents/documents.module';
import { processImports } from './imports/import-jobs';
import { ImportsModule } from './imports/imports.module';
import { writeExports } from './exports/export-jobs';
import { ExportsModule } from './exports/exports.module';
import { LedgerModule } from './ledger/ledger.module';
import { MemberPicturesModule } from './member-pictures/member-pictures.module';
import { mailNews, NEWS_MAIL_DUE } from './news/mail/news-mail-worker';
import { NewsModule } from './news/news.module';
import { NotesModule } from './notes/notes.module';
import { PlayerNotesModule } from './player-notes/player-notes.module';
import { OBJECT_REMOVAL_DUE, removeObjects } from './storage/object-removal';
import { makeThumbnails } from './thumbnails/thumbnail-worker';
import { ThumbnailsModule } from './thumbnails/thumbnails.module';
import { ExtractionJobsModule } from './extraction-jobs/extraction-jobs.module';
import { extractTexts, writePlayerTexts } from './extraction-jobs/extraction-jobs';
import { SampleCampaignModule } from './sample-campaign/sample-campaign.module';
import { SpoilerCheckModule } from './spoiler-check/spoiler-check.module';
import { OperatorsModule } from './operators/operators.module';
import { OverviewModule } from './overview/overview.module';
import { ReaderModule } from './reader/reader.module';
import { RecapsModule } from './recaps/recaps.module';
import { cleanUpUploads } from './uploads/upload-cleanup';
import { SharingModule } from './sharing/sharing.module';
import { TrashModule } from './trash/trash.module';
import { UploadsModule } from './uploads/uploads.module';
import { VersionsModule } from './versions/versions.module';
import { VisibleSinceModule } from './visible-since/visible-since.module';

const SWEEP_EVERY_MS = 60_000;
const MAIL_NEWS_EVERY_MS = 15_000;

@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    const everyMs = config.OBJECT_SWEEP_MS ?? SWEEP_EVERY_MS;
    return {
      module: AppModule,
      imports: [
        ...serviceModules({
          service: 'document',
          config,
          log,
          jobs: [
            removeObjects,
            cleanUpUploads,
            makeThumbnails,
            extractTexts,
            writePlayerTexts,
            processImports,
            writeExports,
            erasePerson,
            mailNews,
          ],
          schedules: [
            // Removes leftovers of failed jobs, and new objects that become due again.
            { job: removeObjects, everyMs, due: OBJECT_REMOVAL_DUE },
            { job: cleanUpUploads, everyMs },
            { job: makeThumbnails, everyMs },
            { job: extractTexts, everyMs },
            { job: writePlayerTexts, everyMs },
            { job: processImports, everyMs },
            { job: writeExports, everyMs },
            { job: mailNews, everyMs: MAIL_NEWS_EVERY_MS, due: NEWS_MAIL_DUE },
          ],
          entities,
          migrations,
          events: [campaignDeleted, membershipEnded, personDeleted, sampleCampaignCreated],
        }),
        ChangeFeedModule,
        TrashModule,
        SharingModule,
        DocumentsModule,
        OverviewModule,
        // Before other routes of /api/documents/:id.
        NewsModule,
        UploadsModule,
        ImportsModule,
        ExportsModule,
        VersionsModule,
        NotesModule,
        PlayerNotesModule,
        CommentsModule,
        RecapsModule,
        ThumbnailsModule,
        MemberPicturesModule,
        ExtractionJobsModule,
        ReaderModule,
        LedgerModule,
        VisibleSinceModule,
        SpoilerCheckModule,
        ErasureModule,
        SampleCampaignModule,
        OperatorsModule,
      ],
    };
  }
}
