import { Module, type DynamicModule } from '@nestjs/common';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { JobsModule } from '@tomekeeper/jobs';
import { OperationsModule } from '@tomekeeper/operations';
import { PersistenceModule } from '@tomekeeper/persistence';
import { AuthModule, type Log } from '@tomekeeper/service-kit';
import { CampaignsController } from './campaigns/campaigns.controller';
import { CampaignsService } from './campaigns/campaigns.service';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { forgetPerson } from './events/forget-person.job';
import { PersonDeletedHandler } from './events/person-deleted.handler';
import { MembershipsController } from './internal/memberships.controller';
import { IDENTITY_URL, PeopleDirectory } from './people/people-directory';
import { EmailLookups } from './players/email-lookups';
import { PlayerResolver, PUBLIC_URL } from './players/player-resolver';
import { PlayersController } from './players/players.controller';
import { PlayersService } from './players/players.service';

@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    return {
      module: AppModule,
      imports: [
        AuthModule.forRoot({ service: 'campaign', keys: config, users: config }),
        JobsModule.forRoot({
          queueUrl: config.QUEUE_URL,
          lockMs: config.QUEUE_LOCK_MS,
          hostWorker: config.HOST_WORKER,
          jobs: [forgetPerson],
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
      ],
      controllers: [CampaignsController, PlayersController, MembershipsController],
      providers: [
        { provide: IDENTITY_URL, useValue: config.IDENTITY_URL },
        { provide: PUBLIC_URL, useValue: config.PUBLIC_URL },
        PeopleDirectory,
        EmailLookups,
        PlayerResolver,
        CampaignsService,
        PlayersService,
        PersonDeletedHandler,
      ],
    };
  }
}
