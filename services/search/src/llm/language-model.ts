import { Inject, Injectable } from '@nestjs/common';
import { MODEL_CODES, type ModelCode } from '@tomekeeper/contracts-search';
import { CONFIG, LOG, Metrics, type Log } from '@tomekeeper/service-kit';
import { z } from 'zod';
import type { Config } from '../config';
import { endpoint, HttpStatusError, send } from './http';
import { ModelError } from './model-error';
import { parseEvents, readText } from './event-stream';

export interface Prompt {
  system: string;
  user: string;
}

export interface WriteOptions {
  maxTokens: number;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

/** Outcome of the last call of this process, for operators. */
export interface LastCall {
  at: Date;
  outcome: 'written' | ModelCode;
}

/** Limit for a model that does not stop. */
const MAX_CHARACTERS = 20_000;

/**
 * Parses the first element only, because zod issues for a million others would block the process for many seconds.
 */
const first = <Shape extends z.ZodType>(shape: Shape) =>
  z
    .array(z.unknown())
    .transform(([one]) => one)
    .pipe(shape);

const chunk = z.object({
  choices: first(
    z
      .object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      })
      .optional(),
  ).optional(),
  error: z.unknown().optional(),
});
const whole = z.object({
  choices: first(z.object({ message: z.object({ content: z.string() }) })),
});

/** The configured language model: any service with the chat completions API of OpenAI. */
@Injectable()
export class LanguageModel {
  private readonly outcomes = new Map<LastCall['outcome'], number>();
  last: LastCall | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Pick<Log, 'warn'>,
    metrics: Metrics,
  ) {
    metrics.count({
      name: 'search_model_calls_total',
      help: 'Calls of the language model, by how they ended.',
      labelNames: ['outcome'],
      read: () =>
        [...this.outcomes].map(([outcome, value]) => ({
          labels: { outcome: outcome.replace('search.model_', '') },
          value,
        })),
    });
  }

  /** Name and host of the model; undefined without one. */
  get about(): { model: string; host: string } | undefined {
    const { LLM_BASE_URL: base, LLM_MODEL: model } = this.config;
    if (base === undefined || model === undefined) return undefined;
    return { model, host: new URL(base).host };
  }

  /** Streams the response. @throws {ModelError} */
  async *write(instructions: Prompt, options: WriteOptions): AsyncGenerator<string> {
    const call = new Call(this.config, options.signal);
    try {
      let left = MAX_CHARACTERS;
      for await (const text of call.write(instructions, options.maxTokens)) {
        yield text.slice(0, left);
        left -= text.length;
        if (left <= 0) break;
      }
      this.record('written');
    } catch (error) {
      // A disconnected client is not a failure.
      if (options.signal.aborted) return;
      const failure = call.failure(error);
      this.record(failure.code);
      this.log.warn({ code: failure.code, reason: failure.reason }, 'the language model failed');
      throw failure;
    } finally {
      call.end();
    }
  }

  private record(outcome: LastCall['outcome']): void {
    this.last = { at: new Date(), outcome };
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

/** A request with timeouts for silence and for the whole response. */
class Call {
  private readonly over = new AbortController();
  private readonly signal: AbortSignal;
  private readonly deadline: NodeJS.Timeout;
  private silence: NodeJS.Timeout | undefined;
  private hasBegun = false;

  constructor(
    private readonly config: Config,
    private readonly gone: AbortSignal,
  ) {
    // A timer, because `AbortSignal.any` holds its sources weakly: an `AbortSignal.timeout` would be garbage collected.
    this.deadline = setTimeout(() => this.over.abort(), config.LLM_ANSWER_MS);
    this.signal = AbortSignal.any([gone, this.over.signal]);
    this.restartSilenceTimer();
  }

  async *write({ system, user }: Prompt, most: number): AsyncGenerator<string, void> {
    const { LLM_BASE_URL: base = '', LLM_API_KEY: key, LLM_MODEL: model } = this.config;
    this.gone.throwIfAborted();
    const answer = await send(endpoint(base, 'chat/completions'), {
      key,
      signal: this.signal,
      accept: 'text/event-stream, application/json',
      body: {
        model,
        stream: true,
        temperature: 0,
        max_tokens: most,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
      },
    });
    this.hasBegun = true;
    this.restartSilenceTimer();
    if (answer.headers.get('content-type')?.includes('json') === true) {
      const { choices: choice } = whole.parse(
        JSON.parse(await readText(this.withSilenceTimer(answer.body))),
      );
      yield choice.message.content;
      return;
    }
    let isFinished = false;
    for await (const data of parseEvents(this.withSilenceTimer(answer.body))) {
      if (data === '[DONE]') return;
      const { choices: choice, error } = chunk.parse(JSON.parse(data));
      if (error !== undefined && error !== null) throw new Error('An error within the answer.');
      if (choice?.delta?.content) yield choice.delta.content;
      if (choice?.finish_reason === 'content_filter') throw new Error('Cut by a filter.');
      isFinished ||= typeof choice?.finish_reason === 'string';
    }
    if (!isFinished) throw new Error('No end.');
  }

  /** The cause, for the user. */
  failure(error: unknown): ModelError {
    if (error instanceof ModelError) return error;
    if (error instanceof HttpStatusError) return errorOfStatus(error.status);
    const reason = error instanceof Error ? error.name : typeof error;
    if (this.signal.aborted) return new ModelError(MODEL_CODES.silent, reason);
    return new ModelError(this.hasBegun ? MODEL_CODES.brokeOff : MODEL_CODES.down, reason);
  }

  end(): void {
    clearTimeout(this.deadline);
    clearTimeout(this.silence);
    this.over.abort();
  }

  private async *withSilenceTimer(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of body) {
      this.restartSilenceTimer();
      yield bytes;
    }
  }

  private restartSilenceTimer(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.over.abort(), this.config.LLM_SILENCE_MS);
  }
}

function errorOfStatus(status: number): ModelError {
  const reason = `status ${status}`;
  if (status === 401 || status === 403) return new ModelError(MODEL_CODES.key, reason);
  if (status === 429) return new ModelError(MODEL_CODES.busy, reason);
  return new ModelError(MODEL_CODES.down, reason);
}
