import { Module, type DynamicModule } from '@nestjs/common';
import { addressDeleted } from '@tomekeeper/contracts-identity';
import { mailRequested } from '@tomekeeper/contracts-mailing';
import { JobsModule } from '@tomekeeper/jobs';
import { OperationsModule } from '@tomekeeper/operations';
import { PersistenceModule } from '@tomekeeper/persistence';
import { AuthModule, ConfigModule, Keyring, LOG, type Log } from '@tomekeeper/service-kit';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { eraseFailedMails, sweep, SWEEP_EVERY_MS } from './erasure/erasure';
import { ErasureModule } from './erasure/erasure.module';
import { sendMail } from './mails/mail-delivery';
import { MailsModule } from './mails/mails.module';
import { deliverStoredMail } from './mails/stored-mails';
import { SubscriptionsModule } from './subscriptions/subscriptions.module';

/** Delivers every mail of the product, and keeps the mailing list. */
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
        AuthModule.forRoot({ service: 'mailing', keys: config, users: config }),
        JobsModule.forRoot({
          queueUrl: config.QUEUE_URL,
          lockMs: config.QUEUE_LOCK_MS,
          hostWorker: config.HOST_WORKER,
          jobs: [sendMail, deliverStoredMail, eraseFailedMails, sweep],
          schedules: [{ job: sweep, everyMs: SWEEP_EVERY_MS }],
          log,
        }),
        PersistenceModule.forRoot({
          service: 'mailing',
          databaseUrl: config.DATABASE_URL,
          entities,
          migrations,
          events: [mailRequested, addressDeleted],
        }),
        OperationsModule.forRoot({ service: 'mailing', hearsEvents: true }),
        MailsModule,
        SubscriptionsModule,
        ErasureModule,
      ],
    };
  }
}
