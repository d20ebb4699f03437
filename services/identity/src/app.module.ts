import { Module, type DynamicModule } from '@nestjs/common';
import { JobsModule } from '@tomekeeper/jobs';
import { OperationsModule } from '@tomekeeper/operations';
import { PersistenceModule } from '@tomekeeper/persistence';
import { AuthModule, Revocations, type Log } from '@tomekeeper/service-kit';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { eraseLeftovers, ManagedErasures } from './people/managed-erasures';
import { ManagedPeople } from './people/managed-people';
import { MeController } from './people/me.controller';
import { MySecurityController } from './people/my-security.controller';
import { People } from './people/people';
import { PeopleController } from './people/people.controller';
import { DatabaseRevocations } from './revocations/database-revocations';
import { LogoutController } from './revocations/logout.controller';
import { RevocationList } from './revocations/revocation-list';
import { RevocationsController } from './revocations/revocations.controller';
import { sweepExpired, SWEEP_EVERY_MS } from './user-pool/sweep/sweep';
import { UserPoolModule, type PoolExtensions } from './user-pool/user-pool.module';

/** People of the product and their sign-in. */
@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log, extensions?: PoolExtensions): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PersistenceModule.forRoot({
          service: 'identity',
          databaseUrl: config.DATABASE_URL,
          entities,
          migrations,
        }),
        JobsModule.forRoot({
          queueUrl: config.QUEUE_URL,
          lockMs: config.QUEUE_LOCK_MS,
          hostWorker: config.HOST_WORKER,
          jobs: [sweepExpired, eraseLeftovers],
          schedules: [{ job: sweepExpired, everyMs: SWEEP_EVERY_MS }],
          log,
        }),
        OperationsModule.forRoot({ service: 'identity' }),
        AuthModule.forRoot({
          service: 'identity',
          keys: config,
          users: config,
          revocations: {
            provide: Revocations,
            inject: [RevocationList],
            useFactory: (list: RevocationList) => new DatabaseRevocations(list),
          },
        }),
        UserPoolModule.forRoot(config, extensions),
      ],
      controllers: [
        MeController,
        ...(config.POOL_MANAGED ? [] : [MySecurityController]),
        PeopleController,
        RevocationsController,
        LogoutController,
      ],
      providers: [ManagedErasures, ManagedPeople, People],
    };
  }
}
