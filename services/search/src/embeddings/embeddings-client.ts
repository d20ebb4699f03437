import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOG, Metrics, type Log } from '@tomekeeper/service-kit';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Viewer } from '../access/viewer-scoped-rows';
import { endpoint, HttpStatusError, requestJson } from '../llm/http';
import {
  EmbeddingUnavailable,
  INVALID_TEXT_STATUSES,
  InvalidText,
  reasonOf,
  SERVER_ERROR_STATUSES,
} from './embedding-errors';
import { embeddingProvider, type EmbeddingSettings } from './embedding-provider';
import { quantize, type QuantizedVector } from './quantized-vector';

/** How long calls pause after a failure. */
const PAUSE_MS = 10_000;
/** How long the reported version of the `search-model` process is trusted. */
const VERSION_TTL_MS = 60_000;
/** Any valid text, to check whether the service works. */
const PROBE = '?';
const MAX_CACHED_QUESTIONS = 200;
/** UTF-16 units; models of this kind process fewer. */
const MAX_LENGTH = 2_000;
const MAX_DIMENSIONS = 4_096;
const MAX_TEXTS = 64;

/** A single check, because one zod issue for each of a million numbers would block the process for many seconds. */
const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length <= MAX_DIMENSIONS && value.every(Number.isFinite);

const responseSchema = z.object({
  model: z.string().max(200).optional(),
  data: z
    .custom<unknown[]>((value) => Array.isArray(value) && value.length <= MAX_TEXTS)
    .pipe(
      z.array(
        z.object({ index: z.number().int().min(0), embedding: z.custom<number[]>(isVector) }),
      ),
    ),
});

/** Embeddings of different models or model versions are not comparable. */
export interface Embedding {
  vector: QuantizedVector;
  model: string;
}

type Purpose = 'question' | 'passages';
type Outcome = 'read' | 'refused' | 'failed';

/** Computes embeddings with the `search-model` process or with the external service that replaces it. */
@Injectable()
export class EmbeddingsClient {
  private readonly questions = new LRUCache<string, Embedding>({ max: MAX_CACHED_QUESTIONS });
  private readonly outcomes = new Map<Outcome, number>();
  /** End of the pause by purpose. Separate, because a failure on hidden passages must not influence responses to questions. */
  private readonly pausedUntil = new Map<Purpose, number>();
  private readonly failedAt = new Map<Purpose, number>();
  /** Version of the `search-model` process, by its last response. */
  private version: { name: string; at: number } | undefined;
  private probing: Promise<void> | undefined;
  /** Milliseconds; `single` is for each text of a batch that timed out, so that other batches don't wait long. */
  readonly timeouts = { question: 1_000, quotations: 500, passages: 20_000, single: 5_000 };

  constructor(
    @Inject(CONFIG) private readonly config: EmbeddingSettings,
    @Inject(LOG) private readonly log: Pick<Log, 'warn'>,
    metrics: Metrics,
  ) {
    metrics.count({
      name: 'search_embeddings_calls_total',
      help: 'Calls of the embedding model by outcome.',
      labelNames: ['outcome'],
      read: () => [...this.outcomes].map(([outcome, value]) => ({ labels: { outcome }, value })),
    });
  }

  /** The configured model; undefined without one. */
  get model(): string | undefined {
    return embeddingProvider(this.config)?.model;
  }

  /**
   * The stored name of the model. Includes the version of the `search-model` process, because int8 and float32 versions compute
   * different embeddings; undefined before its first response.
   */
  get modelVersion(): string | undefined {
    const provider = embeddingProvider(this.config);
    return provider?.isExternal ? provider.model : this.version?.name;
  }

  /** Host of an external service; undefined if no text leaves the instance. */
  get sentTo(): string | undefined {
    const provider = embeddingProvider(this.config);
    return provider?.isExternal ? new URL(provider.url).host : undefined;
  }

  /** Whether the provider may receive text and queries of a campaign. */
  mayProcess({ allowsExternalModels }: Pick<Viewer, 'allowsExternalModels'>): boolean {
    return allowsExternalModels || this.sentTo === undefined;
  }

  /** Whether the last question failed. */
  get isDown(): boolean {
    return this.pausedUntil.has('question');
  }

  /** Whether the last call of any purpose failed. For operators only, because the passages may be hidden. */
  get isFailing(): boolean {
    return this.pausedUntil.size > 0;
  }

  /** Updates {@link isDown} or the model version in the background, so that the status recovers without a question. */
  probe(): void {
    if (this.isDown && !this.isPaused('question')) void this.sendProbe();
    else void this.identifyModel();
  }

  /** Requests the version of the `search-model` process if it is unknown or outdated. */
  async identifyModel(): Promise<void> {
    if (this.model === undefined || this.sentTo !== undefined || this.isPaused('question')) return;
    if (this.version && Date.now() - this.version.at < VERSION_TTL_MS) return;
    await this.sendProbe();
  }

  private sendProbe(): Promise<void> {
    this.probing ??= this.embed([PROBE], 'question')
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => (this.probing = undefined));
    return this.probing;
  }

  /**
   * @returns undefined without a model, without the campaign's permission, and after a failure or timeout. Cached for the classes and campaign of the viewer only: a shared cache would
   * reveal questions of others by its speed.
   */
  async embedQuestion(viewer: Viewer, question: string): Promise<Embedding | undefined> {
    if (this.model === undefined || !this.mayProcess(viewer)) return undefined;
    const key = [viewer.campaign, ...viewer.classes, this.modelVersion, question].join('\n');
    const cached = this.questions.get(key);
    if (cached) return cached;
    if (this.isPaused('question')) return undefined;
    try {
      const [embedding] = await this.embed([question], 'question');
      this.questions.set(key, embedding);
      return embedding;
    } catch {
      return undefined;
    }
  }

  /**
   * @returns embeddings in the order of the texts; undefined after a failure or timeout. A failure causes no pause, because the texts
   * may be hidden from others who ask.
   */
  async embedQuotations(texts: readonly string[]): Promise<(Embedding | undefined)[] | undefined> {
    if (this.isPaused('question')) return undefined;
    try {
      return await this.request(
        texts.map(shortened),
        AbortSignal.timeout(this.timeouts.quotations),
      );
    } catch {
      return undefined;
    }
  }

  /**
   * @returns embeddings in the order of the texts; undefined for texts that the model can't process
   * @throws {EmbeddingUnavailable}
   */
  async embedPassages(
    texts: readonly string[],
    timeout = this.timeouts.passages,
  ): Promise<(Embedding | undefined)[]> {
    if (this.isPaused('passages')) throw new EmbeddingUnavailable('paused after a failure');
    try {
      return await this.embed(texts, 'passages', timeout);
    } catch (error) {
      if (!(error instanceof InvalidText)) throw error;
      if (texts.length <= 1) return texts.map(() => undefined);
      const each: (Embedding | undefined)[] = [];
      const single = error.isTimeout ? this.timeouts.single : this.timeouts.passages;
      for (const text of texts) each.push(...(await this.embedPassages([text], single)));
      return each;
    }
  }

  private isPaused(purpose: Purpose): boolean {
    return Date.now() < (this.pausedUntil.get(purpose) ?? 0);
  }

  private async embed(
    texts: readonly string[],
    purpose: Purpose,
    timeout: number = this.timeouts[purpose],
  ): Promise<(Embedding | undefined)[]> {
    const signal = AbortSignal.timeout(timeout);
    const startedAt = Date.now();
    try {
      const embeddings = await this.request(texts.map(shortened), signal);
      // The success of an older call doesn't end the pause after a newer failure.
      if ((this.failedAt.get(purpose) ?? 0) <= startedAt) this.pausedUntil.delete(purpose);
      this.count('read');
      return embeddings;
    } catch (error) {
      if (await this.isCausedByTexts(error, purpose, signal)) {
        this.count('refused');
        throw new InvalidText(signal.aborted);
      }
      this.count('failed');
      if (!this.pausedUntil.has(purpose))
        this.log.warn({ purpose, reason: reasonOf(error) }, 'semantic search is unavailable');
      const retryAfterMs = error instanceof HttpStatusError ? error.retryAfterMs : 0;
      const until = Date.now() + Math.max(PAUSE_MS, retryAfterMs);
      // A parallel failure may have requested a longer pause.
      this.pausedUntil.set(purpose, Math.max(until, this.pausedUntil.get(purpose) ?? 0));
      this.failedAt.set(purpose, Date.now());
      throw new EmbeddingUnavailable(reasonOf(error), { cause: error });
    }
  }

  /**
   * Whether the texts are invalid. Some services fail, send an invalid response or never respond for a certain text; a successful
   * probe shows that the text is the cause, and must not block other passages. Questions don't wait for a probe after a timeout.
   */
  private async isCausedByTexts(
    error: unknown,
    purpose: Purpose,
    signal: AbortSignal,
  ): Promise<boolean> {
    const status = error instanceof HttpStatusError ? error.status : undefined;
    if (status !== undefined && INVALID_TEXT_STATUSES.has(status)) return true;
    const isPossible =
      status === undefined ? purpose === 'passages' : SERVER_ERROR_STATUSES.has(status);
    if (!isPossible) return false;
    const probe = purpose === 'question' ? signal : AbortSignal.timeout(this.timeouts.question);
    return this.request([PROBE], probe).then(
      () => true,
      () => false,
    );
  }

  private async request(
    input: readonly string[],
    signal: AbortSignal,
  ): Promise<(Embedding | undefined)[]> {
    const provider = embeddingProvider(this.config);
    if (!provider) throw new Error('no embedding provider');
    const { url, model, key, isExternal } = provider;
    const body = { model, input, encoding_format: 'float' };
    const response = await requestJson(endpoint(url, 'embeddings'), { key, signal, body });
    const { data, model: reported } = responseSchema.parse(response);
    const vectors = new Map(data.map(({ index, embedding }) => [index, embedding]));
    const name = !isExternal && reported?.startsWith(`${model}/`) ? reported : model;
    if (!isExternal) this.version = { name, at: Date.now() };
    return input.map((_, at) => {
      const values = vectors.get(at);
      if (!values) throw new Error('missing embedding');
      const vector = quantize(values);
      return vector && { vector, model: name };
    });
  }

  private count(outcome: Outcome): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

/** Limits the length, without half a surrogate pair at the end. */
const shortened = (text: string): string =>
  text.slice(0, MAX_LENGTH).replace(/\p{Surrogate}/gu, '');
