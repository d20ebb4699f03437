import { Module, type DynamicModule } from '@nestjs/common';
import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { hintGiven } from '@tomekeeper/contracts-live';
import { serviceModules } from '@tomekeeper/operations';
import type { Log } from '@tomekeeper/service-kit';
import { AccessService } from './access/access.service';
import { CampaignClient } from './access/campaign-client';
import { AskingController } from './asking/asking.controller';
import { AskingService } from './asking/asking.service';
import { DraftsService } from './asking/drafts.service';
import { ModelWriter } from './asking/model-writer';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { SearchFigures } from './figures/search-figures';
import { SearchModelController } from './figures/search-model.controller';
import { Finder, SemanticSearch } from './finding/finder';
import { SearchController } from './finding/search.controller';
import { SearchService } from './finding/search.service';
import { SearchStateController } from './figures/search-state.controller';
import { DocumentFeed } from './following/document-feed';
import { Follower } from './following/follower';
import {
  FollowCampaign,
  finishCopies,
  followCampaign,
  forgetCampaign,
} from './following/follow-campaign';
import { readForMeaning } from './following/read-for-meaning';
import { Embeddings } from './meaning/embeddings';
import { Meaning } from './meaning/meaning.service';
import { ModelProcess } from './meaning/model-process';
import { Reading } from './meaning/reading';
import { Vectors } from './meaning/vectors';
import { LanguageModel } from './model/language-model';
import { Allowance, sweepModelUse } from './model/allowance';

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
      ],
      controllers: [
        SearchController,
        SearchStateController,
        AskingController,
        SearchModelController,
      ],
      providers: [
        CampaignClient,
        AccessService,
        DocumentFeed,
        Follower,
        FollowCampaign,
        Finder,
        SearchService,
        Embeddings,
        Vectors,
        Meaning,
        { provide: SemanticSearch, useExisting: Meaning },
        Reading,
        ModelProcess,
        LanguageModel,
        Allowance,
        ModelWriter,
        AskingService,
        DraftsService,
        SearchFigures,
      ],
    };
  }
}
