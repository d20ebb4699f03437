import { Inject, Injectable } from '@nestjs/common';
import { MODEL_CODES, type ModelCode } from '@tomekeeper/contracts-search';
import { CONFIG, LOG, Metrics, type Log } from '@tomekeeper/service-kit';
import { z } from 'zod';
import type { Config } from '../config';
import { endpoint } from './endpoint';
import { ModelFailure } from './model-failure';
import { dataOfEvents, textOf } from './server-events';

/** What a model is told: how to write, and what about. */
export interface Instructions {
  system: string;
  user: string;
}

export interface WritingOptions {
  /** Tokens that it may write. */
  most: number;
  /** Aborted when nobody waits for it any longer. */
  signal: AbortSignal;
}

/** How the last call of this process went, for whoever runs the installation. */
export interface LastCall {
  at: Date;
  outcome: 'written' | ModelCode;
}

/** Signs of an answer, whatever it was asked for: a model that goes on for ever is cut off. */
const MOST_SIGNS = 20_000;

/** The first of them; the others are not looked at: to note a fault of each of a million keeps the process busy for many seconds. */
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

/** The language model that the installation names, if it does: any service that speaks OpenAI's chat completions. */
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

  /** What it is called, and where; undefined where the installation has none. */
  get about(): { model: string; host: string } | undefined {
    const { LLM_BASE_URL: base, LLM_MODEL: model } = this.config;
    if (base === undefined || model === undefined) return undefined;
    return { model, host: new URL(base).host };
  }

  /** What it writes, as it comes. @throws {ModelFailure} */
  async *write(instructions: Instructions, options: WritingOptions): AsyncGenerator<string> {
    const call = new Call(this.config, options.signal);
    try {
      let left = MOST_SIGNS;
      for await (const text of call.write(instructions, options.most)) {
        yield text.slice(0, left);
        left -= text.length;
        if (left <= 0) break;
      }
      this.note('written');
    } catch (error) {
      // Who has gone is no failure of the model.
      if (options.signal.aborted) return;
      const failure = call.failure(error);
      this.note(failure.code);
      this.log.warn({ code: failure.code, reason: failure.reason }, 'the model has not written');
      throw failure;
    } finally {
      call.end();
    }
  }

  private note(outcome: LastCall['outcome']): void {
    this.last = { at: new Date(), outcome };
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

/** One request, with its two clocks: for a silence, and for the whole. */
class Call {
  private readonly over = new AbortController();
  private readonly whole: NodeJS.Timeout;
  private silence: NodeJS.Timeout | undefined;
  private isSilent = false;
  private hasBegun = false;

  constructor(
    private readonly config: Config,
    private readonly gone: AbortSignal,
  ) {
    gone.addEventListener('abort', this.end, { once: true });
    this.whole = setTimeout(() => this.tooLate(), config.LLM_ANSWER_MS);
    this.listen();
  }

  async *write({ system, user }: Instructions, most: number): AsyncGenerator<string, void> {
    const { LLM_BASE_URL: base = '', LLM_API_KEY: key, LLM_MODEL: model } = this.config;
    this.gone.throwIfAborted();
    const answer = await fetch(endpoint(base, 'chat/completions'), {
      method: 'POST',
      // A key goes where it was meant to go, and nowhere that this place points to.
      redirect: 'error',
      signal: this.over.signal,
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream, application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model,
        stream: true,
        temperature: 0,
        max_tokens: most,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
      }),
    });
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel();
      throw refusal(answer.status);
    }
    this.hasBegun = true;
    this.listen();
    if (answer.headers.get('content-type')?.includes('json') === true) {
      const { choices: choice } = whole.parse(JSON.parse(await textOf(this.heard(answer.body))));
      yield choice.message.content;
      return;
    }
    let isFinished = false;
    for await (const data of dataOfEvents(this.heard(answer.body))) {
      if (data === '[DONE]') return;
      const { choices: choice, error } = chunk.parse(JSON.parse(data));
      if (error !== undefined && error !== null) throw new Error('An error within the answer.');
      if (choice?.delta?.content) yield choice.delta.content;
      if (choice?.finish_reason === 'content_filter') throw new Error('Cut by a filter.');
      isFinished ||= typeof choice?.finish_reason === 'string';
    }
    if (!isFinished) throw new Error('No end.');
  }

  /** What went wrong, for the person who waits. */
  failure(error: unknown): ModelFailure {
    if (error instanceof ModelFailure) return error;
    const reason = error instanceof Error ? error.name : typeof error;
    if (this.isSilent) return new ModelFailure(MODEL_CODES.silent, reason);
    return new ModelFailure(this.hasBegun ? MODEL_CODES.brokeOff : MODEL_CODES.down, reason);
  }

  readonly end = (): void => {
    clearTimeout(this.whole);
    clearTimeout(this.silence);
    this.gone.removeEventListener('abort', this.end);
    this.over.abort();
  };

  private async *heard(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of body) {
      this.listen();
      yield bytes;
    }
  }

  private listen(): void {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.tooLate(), this.config.LLM_SILENCE_MS);
  }

  private tooLate(): void {
    this.isSilent = true;
    this.over.abort();
  }
}

function refusal(status: number): ModelFailure {
  const reason = `status ${status}`;
  if (status === 401 || status === 403) return new ModelFailure(MODEL_CODES.key, reason);
  if (status === 429) return new ModelFailure(MODEL_CODES.busy, reason);
  return new ModelFailure(MODEL_CODES.down, reason);
}
