import { Module, type DynamicModule } from '@nestjs/common';
import { addressDeleted } from '@tomekeeper/contracts-identity';
import { mailRequested } from '@tomekeeper/contracts-mailing';
import { JobsModule, LOCK_MS } from '@tomekeeper/jobs';
import { OperationsModule } from '@tomekeeper/operations';
import { PersistenceModule } from '@tomekeeper/persistence';
import { AuthModule, Keyring, type Log } from '@tomekeeper/service-kit';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { AddressErasure } from './mails/address-erasure';
import { MailDelivery } from './mails/mail-delivery';
import { deliverMail, SWEEP_EVERY_MS, sweepMails } from './mails/mail-jobs';
import { MailRequests } from './mails/mail-requests';
import { MailSweeper } from './mails/mail-sweeper';
import { Mails } from './mails/mails';
import { LOG, MAIL_SETTINGS, type MailSettings } from './mails/settings';
import { SmtpTransport } from './mails/smtp-transport';
import { MailComposer } from './templates/mail-composer';
import { RecordsController } from './subscriptions/records.controller';
import { SubscriptionsController } from './subscriptions/subscriptions.controller';
import { SubscriptionsService } from './subscriptions/subscriptions.service';
import { SubscriberTokens } from './subscriptions/subscriber-tokens';

/** Delivers every mail of the product, and keeps the mailing list. */
@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    const settings: MailSettings = {
      publicUrl: config.PUBLIC_URL,
      from: config.MAIL_FROM,
      smtpUrl: config.SMTP_URL,
      leaseMs: config.QUEUE_LOCK_MS ?? LOCK_MS,
    };
    return {
      module: AppModule,
      imports: [
        AuthModule.forRoot({ service: 'mailing', keys: config, users: config }),
        JobsModule.forRoot({
          queueUrl: config.QUEUE_URL,
          lockMs: config.QUEUE_LOCK_MS,
          hostWorker: config.HOST_WORKER,
          jobs: [deliverMail, sweepMails],
          schedules: [{ job: sweepMails, everyMs: SWEEP_EVERY_MS }],
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
      ],
      controllers: [SubscriptionsController, RecordsController],
      providers: [
        { provide: Keyring, useValue: config.MAIL_SEAL_KEYS },
        { provide: MAIL_SETTINGS, useValue: settings },
        { provide: LOG, useValue: log },
        AddressErasure,
        Mails,
        MailRequests,
        MailDelivery,
        MailSweeper,
        MailComposer,
        SmtpTransport,
        SubscriberTokens,
        SubscriptionsService,
      ],
    };
  }
}
