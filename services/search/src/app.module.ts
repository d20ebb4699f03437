import { Module, type DynamicModule } from '@nestjs/common';
import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { hintGiven } from '@tomekeeper/contracts-live';
import { serviceModules } from '@tomekeeper/operations';
import type { Log } from '@tomekeeper/service-kit';
import { AccessService } from './access/access.service';
import { CampaignClient } from './access/campaign-client';
import { AnswersController } from './answers/answers.controller';
import { AnswersService } from './answers/answers.service';
import { DraftsService } from './answers/drafts.service';
import { AnswerWriter } from './answers/answer-writer';
import type { Config } from './config';
import { entities, migrations } from './db/schema';
import { SearchStatistics } from './statistics/search-statistics';
import { SearchModelController } from './statistics/search-model.controller';
import { SearchEngine } from './query/search-engine';
import { SearchController } from './query/search.controller';
import { SearchService } from './query/search.service';
import { SessionSearch } from './query/session-search';
import { SearchStateController } from './statistics/search-state.controller';
import { ChangeFeedClient } from './indexing/change-feed-client';
import { Indexer } from './indexing/indexer';
import {
  IndexingJobs,
  completeIndexes,
  indexCampaign,
  deleteCampaignIndex,
} from './indexing/indexing-jobs';
import { EMBEDDING_DUE, embedPassages } from './indexing/embedding-job';
import { EmbeddingsClient } from './embeddings/embeddings-client';
import { EmbeddingSearch } from './embeddings/embedding-search';
import { PassageEmbedder } from './embeddings/passage-embedder';
import { EmbeddingCache } from './embeddings/embedding-cache';
import { TimeQuestionsService } from './time-questions/time-questions.service';
import { LanguageModel } from './llm/language-model';
import { UsageLimits, cleanUpModelUsage } from './llm/usage-limits';

const COMPLETE_EVERY_MS = 60_000;
const EMBED_EVERY_MS = 15_000;
const CLEAN_UP_EVERY_MS = 3_600_000;

/** Search and answers from an index of the documents. */
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
          jobs: [
            indexCampaign,
            deleteCampaignIndex,
            completeIndexes,
            embedPassages,
            cleanUpModelUsage,
          ],
          schedules: [
            { job: completeIndexes, everyMs: COMPLETE_EVERY_MS },
            { job: embedPassages, everyMs: EMBED_EVERY_MS, due: EMBEDDING_DUE },
            // Another model, and texts that the model rejected.
            { job: embedPassages, everyMs: COMPLETE_EVERY_MS },
            { job: cleanUpModelUsage, everyMs: CLEAN_UP_EVERY_MS },
          ],
          entities,
          migrations,
          events: [hintGiven, campaignDeleted, personDeleted],
        }),
      ],
      controllers: [
        SearchController,
        SearchStateController,
        AnswersController,
        SearchModelController,
      ],
      providers: [
        CampaignClient,
        AccessService,
        ChangeFeedClient,
        Indexer,
        IndexingJobs,
        SearchEngine,
        SearchService,
        EmbeddingsClient,
        EmbeddingCache,
        EmbeddingSearch,
        { provide: SessionSearch, useClass: TimeQuestionsService },
        PassageEmbedder,
        LanguageModel,
        UsageLimits,
        AnswerWriter,
        AnswersService,
        DraftsService,
        SearchStatistics,
      ],
    };
  }
}
