import { Module, type DynamicModule } from '@nestjs/common';
import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { JobsModule } from '@tomekeeper/jobs';
import { OperationsModule } from '@tomekeeper/operations';
import { PersistenceModule } from '@tomekeeper/persistence';
import { AuthModule, type Log } from '@tomekeeper/service-kit';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { DocumentsController } from './documents/documents.controller';
import { DocumentsService } from './documents/documents.service';
import { DeletionsHandler } from './events/deletions.handler';
import { ExportArchive } from './export/export-archive';
import { ExportController } from './export/export.controller';
import { ExportTickets } from './export/export-tickets';
import { PersonalDataSource, RECORD_URLS, type RecordUrls } from './export/personal-data';
import { CAMPAIGN_URL, CampaignMemberships } from './memberships/campaign-memberships';
import { BucketKeeper, LOG, PAGES_ORIGIN } from './objects/bucket-keeper';
import { removeObjects } from './objects/object-removal';
import { ObjectRemover } from './objects/object-remover';
import { ObjectStore } from './objects/object-store';
import { sweepUploads, UploadSweeper } from './uploads/sweep-uploads';
import { UploadsController } from './uploads/uploads.controller';
import { MAX_UPLOAD_MB, UploadsService } from './uploads/uploads.service';

const USUAL_SWEEP_MS = 60_000;

@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    const everyMs = config.OBJECT_SWEEP_MS ?? USUAL_SWEEP_MS;
    return {
      module: AppModule,
      imports: [
        AuthModule.forRoot({ service: 'document', keys: config, users: config }),
        JobsModule.forRoot({
          queueUrl: config.QUEUE_URL,
          lockMs: config.QUEUE_LOCK_MS,
          hostWorker: config.HOST_WORKER,
          jobs: [removeObjects, sweepUploads],
          schedules: [
            // What all tries of a job left behind, and young objects whose second turn has come.
            { job: removeObjects, everyMs },
            { job: sweepUploads, everyMs },
          ],
          log,
        }),
        PersistenceModule.forRoot({
          service: 'document',
          databaseUrl: config.DATABASE_URL,
          entities,
          migrations,
          events: [campaignDeleted, personDeleted],
        }),
        OperationsModule.forRoot({ service: 'document', hearsEvents: true }),
      ],
      controllers: [UploadsController, DocumentsController, ExportController],
      providers: [
        { provide: LOG, useValue: log },
        { provide: CAMPAIGN_URL, useValue: config.CAMPAIGN_URL },
        { provide: MAX_UPLOAD_MB, useValue: config.MAX_UPLOAD_MB },
        { provide: PAGES_ORIGIN, useValue: config.PUBLIC_URL },
        { provide: ObjectStore, useFactory: () => new ObjectStore(config) },
        {
          provide: RECORD_URLS,
          useValue: {
            identity: config.IDENTITY_URL,
            campaign: config.CAMPAIGN_URL,
            mailing: config.MAILING_URL,
            contact: config.CONTACT_URL,
          } satisfies RecordUrls,
        },
        BucketKeeper,
        CampaignMemberships,
        DocumentsService,
        UploadsService,
        ObjectRemover,
        UploadSweeper,
        DeletionsHandler,
        ExportArchive,
        ExportTickets,
        PersonalDataSource,
      ],
    };
  }
}
