import { Module, type DynamicModule } from '@nestjs/common';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { JobsModule } from '@tomekeeper/jobs';
import { OperationsModule } from '@tomekeeper/operations';
import { PersistenceModule } from '@tomekeeper/persistence';
import { AuthModule, ConfigModule, LOG, type Log } from '@tomekeeper/service-kit';
import { CampaignsModule } from './campaigns/campaigns.module';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { erasePerson } from './erasure/erasure';
import { ErasureModule } from './erasure/erasure.module';

@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config, [{ provide: LOG, useValue: log }]),
        AuthModule.forRoot({ service: 'campaign', keys: config, users: config }),
        JobsModule.forRoot({
          queueUrl: config.QUEUE_URL,
          lockMs: config.QUEUE_LOCK_MS,
          hostWorker: config.HOST_WORKER,
          jobs: [erasePerson],
          log,
        }),
        PersistenceModule.forRoot({
          service: 'campaign',
          databaseUrl: config.DATABASE_URL,
          entities,
          migrations,
          events: [personDeleted],
        }),
        OperationsModule.forRoot({ service: 'campaign', hearsEvents: true }),
        CampaignsModule,
        ErasureModule,
      ],
    };
  }
}
