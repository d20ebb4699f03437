import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { GENERAL_CODES } from '@tomekeeper/contracts-problem';
import { CONFIG, DomainError, LOG, type Log, Metrics, Readiness } from '@tomekeeper/service-kit';
import type { Config } from '../config';
import { modelFolder, UnusableModel } from '../model/model-package';
import { type Encoded, Encoder } from '../model/encoder';
import { CallerGone, TooManyWaiting, FairQueue } from './fair-queue';

type State = { is: 'loading' } | { is: 'ready'; encoder: Encoder } | { is: 'failed'; why: string };

/** `Retry-After` in seconds. A missing model requires another image. */
const AGAIN_AFTER = { loading: 1, waiting: 2, failed: 60 } as const;

/** The one model of this process: loaded once it serves, and asked for one text after the other. */
@Injectable()
export class ServedModel implements OnApplicationBootstrap, OnApplicationShutdown {
  private state: State = { is: 'loading' };
  private loading: Promise<void> = Promise.resolve();
  private readonly turns: FairQueue<Encoded>;
  private readonly read = { texts: 0, tokens: 0, seconds: 0 };
  private refused = 0;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Log,
    readiness: Readiness,
    metrics: Metrics,
  ) {
    this.turns = new FairQueue((text) => this.readOne(text), config.MAX_WAITING);
    readiness.register('model', async () => {
      if (this.state.is !== 'ready') throw new Error(this.state.is);
    });
    this.measure(metrics);
  }

  /** The server starts before the model is loaded, and reports a missing model. */
  onApplicationBootstrap(): void {
    this.loading = this.load();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.loading;
    if (this.state.is === 'ready') await this.state.encoder.close();
  }

  get waitingTexts(): number {
    return this.turns.textsWaiting('questions') + this.turns.textsWaiting('lists');
  }

  /** Why there is no model; undefined while there is one, or it is being loaded. */
  get trouble(): string | undefined {
    return this.state.is === 'failed' ? this.state.why : undefined;
  }

  /** @param gone aborted when the caller no longer waits */
  async encode(texts: readonly string[], gone: AbortSignal): Promise<Encoded[]> {
    if (this.state.is === 'loading')
      throw unavailable('The model is being loaded. Please ask again in a second.', 'loading');
    if (this.state.is === 'failed') throw unavailable(this.state.why, 'failed');
    try {
      return await this.turns.take(texts, gone);
    } catch (error) {
      if (error instanceof CallerGone) throw unavailable('The caller has disconnected.', 'waiting');
      if (!(error instanceof TooManyWaiting)) throw error;
      this.refused++;
      throw unavailable('Too many texts are waiting for the model. Please ask again.', 'waiting');
    }
  }

  private async load(): Promise<void> {
    const { MODEL_DIR, MODEL_PRECISION: precision, MODEL_THREADS: threads } = this.config;
    const began = performance.now();
    try {
      const folder = MODEL_DIR ?? modelFolder();
      const encoder = await Encoder.load({ folder, precision, threads });
      this.state = { is: 'ready', encoder };
      const ms = Math.round(performance.now() - began);
      this.log.info({ precision, threads, ms }, 'the model is loaded');
    } catch (error) {
      const why = error instanceof UnusableModel ? error.message : 'The model can not be loaded.';
      this.state = { is: 'failed', why };
      // A restart would not help, so the process stays and reports the error.
      this.log.error({ err: error }, 'no model is configured: search matches words only');
    }
  }

  private async readOne(text: string): Promise<Encoded> {
    if (this.state.is !== 'ready') throw unavailable('The model is not there.', 'failed');
    const began = performance.now();
    const encoded = await this.state.encoder.encode(text);
    this.read.texts++;
    this.read.tokens += encoded.tokens;
    this.read.seconds += (performance.now() - began) / 1000;
    return encoded;
  }

  private measure(metrics: Metrics): void {
    metrics.measure({
      name: 'search_model_up',
      help: '1 while the model is loaded, 0 while it is loaded or can not be (ADR 0082).',
      read: () => [{ value: this.state.is === 'ready' ? 1 : 0 }],
    });
    metrics.measure({
      name: 'search_model_waiting_texts',
      help: 'Texts that wait for the model, by kind.',
      labelNames: ['kind'],
      read: () =>
        (['questions', 'lists'] as const).map((kind) => ({
          labels: { kind },
          value: this.turns.textsWaiting(kind),
        })),
    });
    metrics.count({
      name: 'search_model_texts_total',
      help: 'Texts that the model has read.',
      read: () => [{ value: this.read.texts }],
    });
    metrics.count({
      name: 'search_model_tokens_total',
      help: 'Tokens that the model has read.',
      read: () => [{ value: this.read.tokens }],
    });
    metrics.count({
      name: 'search_model_seconds_total',
      help: 'Seconds that the model has read.',
      read: () => [{ value: this.read.seconds }],
    });
    metrics.count({
      name: 'search_model_refused_total',
      help: 'Calls refused with Retry-After because the queue was full.',
      read: () => [{ value: this.refused }],
    });
  }
}

const unavailable = (why: string, state: keyof typeof AGAIN_AFTER): DomainError =>
  new DomainError('unavailable', GENERAL_CODES.unavailable, why, {
    retryAfter: AGAIN_AFTER[state],
  });
