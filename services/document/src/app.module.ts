import { Module, type DynamicModule } from '@nestjs/common';
import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { JobsModule } from '@tomekeeper/jobs';
import { OperationsModule } from '@tomekeeper/operations';
import { PersistenceModule } from '@tomekeeper/persistence';
import { AuthModule, ConfigModule, LOG, type Log } from '@tomekeeper/service-kit';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { DeletionsModule } from './deletions/deletions.module';
import { DocumentsModule } from './documents/documents.module';
import { ExportModule } from './export/export.module';
import { removeObjects } from './objects/object-removal';
import { sweepUploads } from './uploads/sweep-uploads';
import { UploadsModule } from './uploads/uploads.module';

const SWEEP_EVERY_MS = 60_000;

@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    const everyMs = config.OBJECT_SWEEP_MS ?? SWEEP_EVERY_MS;
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config, [{ provide: LOG, useValue: log }]),
        AuthModule.forRoot({ service: 'document', keys: config, users: config }),
        JobsModule.forRoot({
          queueUrl: config.QUEUE_URL,
          lockMs: config.QUEUE_LOCK_MS,
          hostWorker: config.HOST_WORKER,
          jobs: [removeObjects, sweepUploads],
          schedules: [
            // What all tries of a job left behind, and young objects that are due a second time.
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
        DocumentsModule,
        UploadsModule,
        DeletionsModule,
        ExportModule,
      ],
    };
  }
}
