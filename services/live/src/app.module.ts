import { Module, type DynamicModule } from '@nestjs/common';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { hintGiven } from '@tomekeeper/contracts-live';
import { serviceModules } from '@tomekeeper/operations';
import type { Log } from '@tomekeeper/service-kit';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { HintsModule } from './hints/hints.module';
import { deliverHint } from './hints/delivery';
import { sweepHints } from './hints/sweep';
import { PresenceModule } from './presence/presence.module';
import { PRESENCE_DUE } from './presence/presence.queries';
import { SWEEP_PRESENCE_EVERY_MS, sweepPresence, tellPresence } from './presence/tell-presence';
import { StreamsModule } from './streams/streams.module';

/** Presence and streams of invalidation events. */
@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...serviceModules({
          service: 'live',
          config,
          log,
          jobs: [deliverHint, sweepHints, tellPresence, sweepPresence],
          schedules: [
            { job: sweepHints, everyMs: config.HINT_SWEEP_MS },
            { job: sweepPresence, everyMs: SWEEP_PRESENCE_EVERY_MS, due: PRESENCE_DUE },
          ],
          entities,
          migrations,
          events: [hintGiven, personDeleted],
        }),
        HintsModule,
        PresenceModule,
        StreamsModule,
      ],
    };
  }
}
