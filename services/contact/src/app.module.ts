import { Module, type DynamicModule } from '@nestjs/common';
import { addressDeleted } from '@tomekeeper/contracts-identity';
import { serviceModules } from '@tomekeeper/operations';
import { Keyring, type Log } from '@tomekeeper/service-kit';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { MessagesModule } from './messages/messages.module';
import { SWEEP_EVERY_MS, sweepMessages } from './messages/messages.service';

/** Contact messages from visitors. */
@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...serviceModules({
          service: 'contact',
          config,
          log,
          values: [{ provide: Keyring, useValue: config.MAIL_SEAL_KEYS }],
          jobs: [sweepMessages],
          schedules: [{ job: sweepMessages, everyMs: SWEEP_EVERY_MS }],
          entities,
          migrations,
          events: [addressDeleted],
        }),
        MessagesModule,
      ],
    };
  }
}
