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
    const [{ copies, seconds }, unfinished] = await Promise.all([
      this.indexer.lag(),
      this.indexer.countIncomplete(),
    ]);
    return [
      {
        name: 'Copies behind their texts',
        value: copies === 0 ? 'None' : `${copies}, one for ${Math.round(seconds)} s`,
        ...(seconds > MAX_LAG_S && { needs_look: true as const }),
      },
      { name: 'Copies being made', value: unfinished === 0 ? 'None' : String(unfinished) },
      { name: 'Refused while a copy was behind', value: String(this.access.rejections) },
      { name: 'Questions', value: await this.questions() },
      await this.embeddingFigure(),
      this.languageModel(),
    ];
  }

  private async questions(): Promise<string> {
    const metric = await this.metrics.registry
      .getSingleMetric('http_request_duration_seconds')
      ?.get();
    const { count, most } = latencyPercentile(metric?.values ?? [], /^\/api\/search\/?$/);
    if (count === 0) return 'None yet';
    const bound = most === undefined ? 'more than 5 s' : `at most ${most * 1000} ms`;
    return `${count} since the start, 95 of 100 in ${bound}`;
  }

  private async embeddingFigure(): Promise<ServiceFigure> {
    const name = 'Read for meaning';
    const { model, modelVersion, sentTo, isFailing } = this.embeddings;
    if (model === undefined) return { name, value: 'Nothing: words alone are found' };
    const who = sentTo === undefined ? (modelVersion ?? model) : `${model} at ${sentTo}`;
    const waiting = await this.embedder.countPending();
    const what = waiting === 0 ? 'none waits' : `${waiting} passages wait`;
    return isFailing
      ? { name, value: `${who} does not answer, ${what}`, needs_look: true }
      : { name, value: `${who}, ${what}` };
  }

  private languageModel(): ServiceFigure {
    const name = 'Language model';
    const { about, last } = this.model;
    if (!about) return { name, value: 'None' };
    const who = `${about.model} at ${about.host}`;
    if (!last) return { name, value: `${who}, not asked yet` };
    const at = last.at.toISOString();
    if (last.outcome === 'written') return { name, value: `${who}, wrote at ${at}` };
    const isBad = last.outcome !== MODEL_CODES.limit;
    return {
      name,
      value: `${who}, failed at ${at}: ${last.outcome}`,
      ...(isBad && { needs_look: true as const }),
    };
  }
}
