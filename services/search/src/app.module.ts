import { Module, type DynamicModule } from '@nestjs/common';
import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { hintGiven } from '@tomekeeper/contracts-live';
import { serviceModules } from '@tomekeeper/operations';
import type { Log } from '@tomekeeper/service-kit';
import { AskingModule } from './asking/asking.module';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { FiguresModule } from './figures/figures.module';
import { FindingModule } from './finding/finding.module';
import { finishCopies, followCampaign, forgetCampaign } from './following/follow-campaign';
import { FollowingModule } from './following/following.module';
import { MeaningModule } from './meaning/meaning.module';
import { readForMeaning } from './following/read-for-meaning';
import { sweepModelUse } from './model/allowance';
import { ModelModule } from './model/model.module';

const FINISH_EVERY_MS = 60_000;
const READ_EVERY_MS = 15_000;
const SWEEP_EVERY_MS = 3_600_000;

/** Finding and asking, in a copy of documents' text. */
@Module({})
export class AppModule {
  static forRoot(config: Config, log: Log): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ...serviceModules({
          service: 'search',
          config,
          log,
          jobs: [followCampaign, forgetCampaign, finishCopies, readForMeaning, sweepModelUse],
          schedules: [
            { job: finishCopies, everyMs: FINISH_EVERY_MS },
            { job: readForMeaning, everyMs: READ_EVERY_MS },
            { job: sweepModelUse, everyMs: SWEEP_EVERY_MS },
          ],
          entities,
          migrations,
          events: [hintGiven, campaignDeleted, personDeleted],
        }),
        FollowingModule,
        FindingModule,
        MeaningModule,
        ModelModule,
        AskingModule,
        FiguresModule,
      ],
    };
  }
}
