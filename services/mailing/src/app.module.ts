import { Module, type DynamicModule } from '@nestjs/common';
import { addressDeleted } from '@tomekeeper/contracts-identity';
import { mailRequested } from '@tomekeeper/contracts-mailing';
import { serviceModules } from '@tomekeeper/operations';
import { Keyring, type Log } from '@tomekeeper/service-kit';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { eraseFailedMails, sweep, SWEEP_EVERY_MS } from './erasure/erasure';
import { ErasureModule } from './erasure/erasure.module';
import { sendMail } from './mails/mail-delivery';
import { MailsModule } from './mails/mails.module';
import { SubscriptionsModule } from './subscriptions/subscriptions.module';

/** Delivers all mails of the product, and manages the mailing list. */
@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...serviceModules({
          service: 'mailing',
          config,
          log,
          values: [{ provide: Keyring, useValue: config.MAIL_SEAL_KEYS }],
          jobs: [sendMail, eraseFailedMails, sweep],
          schedules: [{ job: sweep, everyMs: SWEEP_EVERY_MS }],
          entities,
          migrations,
          events: [mailRequested, addressDeleted],
        }),
        MailsModule,
        SubscriptionsModule,
        ErasureModule,
      ],
    };
  }
}
