import { Module, type DynamicModule } from '@nestjs/common';
import { addressDeleted } from '@tomekeeper/contracts-identity';
import { JobsModule } from '@tomekeeper/jobs';
import { OperationsModule } from '@tomekeeper/operations';
import { PersistenceModule } from '@tomekeeper/persistence';
import { AuthModule, Keyring, type Log } from '@tomekeeper/service-kit';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { ForgetAddress } from './messages/forget-address';
import { CONTACT_INBOX, MessagesService } from './messages/messages.service';
import { MessagesController } from './messages/messages.controller';
import { RecordsController } from './messages/records.controller';
import { SWEEP_EVERY_MS, sweepMessages } from './messages/sweep-messages.job';
import { ChallengeController } from './robot-check/challenge.controller';
import { ProofOfWork } from './robot-check/proof-of-work';
import { RobotCheck } from './robot-check/robot-check';
import { robotCheckOf } from './robot-check/robot-checks';

/** Messages from visitors. */
@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    return {
      module: AppModule,
      imports: [
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
      ],
      controllers: [MessagesController, ChallengeController, RecordsController],
      providers: [
        { provide: Keyring, useValue: config.MAIL_SEAL_KEYS },
        { provide: CONTACT_INBOX, useValue: config.CONTACT_INBOX },
        ProofOfWork,
        {
          provide: RobotCheck,
          inject: [ProofOfWork],
          useFactory: (proof: ProofOfWork) => robotCheckOf(config, proof),
        },
        MessagesService,
        ForgetAddress,
      ],
    };
  }
}
