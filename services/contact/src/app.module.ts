import { Module, type DynamicModule } from '@nestjs/common';
import { addressDeleted } from '@tomekeeper/contracts-identity';
import { JobsModule } from '@tomekeeper/jobs';
import { OperationsModule } from '@tomekeeper/operations';
import { PersistenceModule } from '@tomekeeper/persistence';
import { AuthModule, ConfigModule, Keyring, LOG, type Log } from '@tomekeeper/service-kit';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { MessagesModule } from './messages/messages.module';
import { SWEEP_EVERY_MS, sweepMessages } from './messages/messages.service';

/** Messages from visitors. */
@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(config, [
          { provide: LOG, useValue: log },
          { provide: Keyring, useValue: config.MAIL_SEAL_KEYS },
        ]),
        AuthModule.forRoot({ service: 'contact', keys: config, users: config }),
        JobsModule.forRoot({
          queueUrl: config.QUEUE_URL,
          lockMs: config.QUEUE_LOCK_MS,
          hostWorker: config.HOST_WORKER,
          jobs: [sweepMessages],
          schedules: [{ job: sweepMessages, everyMs: SWEEP_EVERY_MS }],
          log,
        }),
        PersistenceModule.forRoot({
          service: 'contact',
          databaseUrl: config.DATABASE_URL,
          entities,
          migrations,
          events: [addressDeleted],
        }),
        OperationsModule.forRoot({ service: 'contact', hearsEvents: true }),
        MessagesModule,
      ],
    };
  }
}
