import { Controller, Get, Inject } from '@nestjs/common';
import {
  searchModelProcess,
  searchModelState,
  type SearchModelState,
} from '@tomekeeper/contracts-operations';
import { Answers, CONFIG, Operators } from '@tomekeeper/service-kit';
import { embeddingProvider, type EmbeddingSettings } from '../embeddings/embedding-provider';
import { endpoint, requestJson } from '../llm/http';

/** Shorter than the timeout of the gateway; the page refreshes every few seconds. */
const TIMEOUT_MS = 3_000;

/** `/api/operations/search-model/`: status of the `search-model` process, which only this service can reach. */
@Operators()
@Controller('api/operations/search-model')
export class SearchModelController {
  constructor(@Inject(CONFIG) private readonly config: EmbeddingSettings) {}

  @Get()
  @Answers(searchModelState)
  async state(): Promise<SearchModelState> {
    const provider = embeddingProvider(this.config);
    if (!provider || provider.isExternal) return { is_used: false, process: null };
    const { url, key = '' } = provider;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    // After any error, the process computes no embeddings either.
    const process = await requestJson(endpoint(url, 'state'), { key, signal })
      .then((status) => searchModelProcess.parse(status))
      .catch(() => null);
    return { is_used: true, process };
  }
}
