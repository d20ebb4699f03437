import { Module, type DynamicModule } from '@nestjs/common';
import {
  addressDeleted,
  invitedPersonConfirmed,
  personDeleted,
} from '@tomekeeper/contracts-identity';
import { serviceModules } from '@tomekeeper/operations';
import { Keyring, type Log } from '@tomekeeper/service-kit';
import { BoardsModule } from './boards/boards.module';
import { CampaignsModule } from './campaigns/campaigns.module';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { erasePerson } from './erasure/erasure';
import { ErasureModule } from './erasure/erasure.module';
import { CLOSE_SESSIONS_EVERY_MS, closeForgottenSessions } from './game-sessions/close-sessions';
import { SessionsModule } from './game-sessions/sessions.module';
import { HandOverModule } from './hand-over/hand-over.module';
import { SWEEP_INVITES_EVERY_MS, sweepInvites } from './invites/invite-sweep';
import { InvitesModule } from './invites/invites.module';
import { TransfersModule } from './transfers/transfers.module';

@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...serviceModules({
          service: 'campaign',
          config,
          log,
          values: [{ provide: Keyring, useValue: config.MAIL_SEAL_KEYS }],
          jobs: [erasePerson, sweepInvites, closeForgottenSessions],
          schedules: [
            { job: sweepInvites, everyMs: SWEEP_INVITES_EVERY_MS },
            { job: closeForgottenSessions, everyMs: CLOSE_SESSIONS_EVERY_MS },
          ],
          entities,
          migrations,
          events: [personDeleted, addressDeleted, invitedPersonConfirmed],
        }),
        CampaignsModule,
        SessionsModule,
        BoardsModule,
        InvitesModule,
        HandOverModule,
        TransfersModule,
        ErasureModule,
      ],
    };
  }
}
