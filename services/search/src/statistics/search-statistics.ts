import { Injectable } from '@nestjs/common';
import type { ServiceFigure } from '@tomekeeper/contracts-operations';
import { MODEL_CODES } from '@tomekeeper/contracts-search';
import { ServiceFigures } from '@tomekeeper/operations';
import { Metrics } from '@tomekeeper/service-kit';
import { Indexer } from '../indexing/indexer';
import { EmbeddingsClient } from '../embeddings/embeddings-client';
import { PassageEmbedder } from '../embeddings/passage-embedder';
import { LanguageModel } from '../llm/language-model';
import { AccessService } from '../access/access.service';
import { latencyPercentile } from './latency-percentile';

/** The threshold of the alert. */
const MAX_LAG_S = 60;

/** Statistics for operators. Latency and last model call are those of the responding process. */
@Injectable()
export class SearchStatistics {
  constructor(
    private readonly indexer: Indexer,
    private readonly access: AccessService,
    private readonly model: LanguageModel,
    private readonly embeddings: EmbeddingsClient,
    private readonly embedder: PassageEmbedder,
    private readonly metrics: Metrics,
    figures: ServiceFigures,
  ) {
    figures.add(() => this.figures());
  }

  private async figures(): Promise<ServiceFigure[]> {
    const { lagging, seconds, incomplete } = await this.indexer.health();
    return [
      {
        name: 'Lagging indexes',
        value: lagging === 0 ? 'None' : `${lagging}, up to ${Math.round(seconds)} s`,
        ...(seconds > MAX_LAG_S && { needs_look: true as const }),
      },
      { name: 'Incomplete indexes', value: incomplete === 0 ? 'None' : String(incomplete) },
      { name: 'Rejected because of index lag', value: String(this.access.rejections) },
      { name: 'Searches', value: await this.latency() },
      await this.embeddingStatus(),
      this.languageModelStatus(),
    ];
  }

  private async latency(): Promise<string> {
    const metric = await this.metrics.registry
      .getSingleMetric('http_request_duration_seconds')
      ?.get();
    const { count, most } = latencyPercentile(metric?.values ?? [], /^\/api\/search\/?$/);
    if (count === 0) return 'None yet';
    const bound = most === undefined ? 'more than 5 s' : `at most ${most * 1000} ms`;
    return `${count} since the start, 95 % in ${bound}`;
  }

  private async embeddingStatus(): Promise<ServiceFigure> {
    const name = 'Embeddings';
    const { model, modelVersion, sentTo, isFailing } = this.embeddings;
    if (model === undefined) return { name, value: 'None: search matches words only' };
    const label = sentTo === undefined ? (modelVersion ?? model) : `${model} at ${sentTo}`;
    const pending = await this.embedder.countPending();
    const backlog = pending === 0 ? 'none pending' : `${pending} passages pending`;
    return isFailing
      ? { name, value: `${label} is unavailable, ${backlog}`, needs_look: true }
      : { name, value: `${label}, ${backlog}` };
  }

  private languageModelStatus(): ServiceFigure {
    const name = 'Language model';
    const { about, last } = this.model;
    if (!about) return { name, value: 'None' };
    const label = `${about.model} at ${about.host}`;
    if (!last) return { name, value: `${label}, not used yet` };
    const at = last.at.toISOString();
    if (last.outcome === 'written') return { name, value: `${label}, last used at ${at}` };
    const isBad = last.outcome !== MODEL_CODES.limit;
    return {
      name,
      value: `${label}, failed at ${at}: ${last.outcome}`,
      ...(isBad && { needs_look: true as const }),
    };
  }
}
