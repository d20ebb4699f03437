import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOG, Metrics, type Log } from '@tomekeeper/service-kit';
import { z } from 'zod';
import { endpoint } from '../model/endpoint';
import { textOf } from '../model/server-events';
import type { Viewer } from '../access/viewer-scoped-rows';
import { quantised, type Quantised } from './quantised';
import { BREAKS, NoSuccess, NotRead, reasonOf, REFUSALS, Refused, restOf } from './reading-failure';
import { readingService, type ReadingSettings } from './reading-service';

/** After a failure nobody waits for the next one for so long. */
const REST_MS = 10_000;
/** So long it is taken that our own process runs the build that it named last. */
const NAMED_MS = 60_000;
/** Any text, to see whether the service takes one. */
const ANY_TEXT = '?';
/** Questions whose meaning is remembered. */
const REMEMBERED = 200;
/** UTF-16 units that are read: more than models of this kind take in. */
const READ = 2_000;
const MOST_DIMS = 4_096;
const MOST_TEXTS = 64;

/** As one check: a fault that is noted for each of a million numbers keeps the process busy for many seconds. */
const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length <= MOST_DIMS && value.every(Number.isFinite);

/** More than are asked for at a time are not looked at, for the same reason. */
const answered = z.object({
  model: z.string().max(200).optional(),
  data: z
    .custom<unknown[]>((value) => Array.isArray(value) && value.length <= MOST_TEXTS)
    .pipe(
      z.array(
        z.object({ index: z.number().int().min(0), embedding: z.custom<number[]>(isVector) }),
      ),
    ),
});

/** What a text means, to whom: vectors of different models, or builds of one, are not compared. */
export interface Meant {
  vector: Quantised;
  model: string;
}

/** For whom it is read. */
type Purpose = 'question' | 'passages';
type Outcome = 'read' | 'refused' | 'failed';

/** What texts mean, by our own process or by the service that the installation names in its place, if there is one of them. */
@Injectable()
export class Embeddings {
  private readonly questions = new Map<string, Meant | undefined>();
  private readonly outcomes = new Map<Outcome, number>();
  /**
   * Until when the service is left alone, for each kind of call whose last one failed. Apart, because passages may be hidden: that one of them is not read changes nothing
   * of what is told to who asks.
   */
  private readonly restsUntil = new Map<Purpose, number>();
  /** When the last call of each kind failed. */
  private readonly failedAt = new Map<Purpose, number>();
  /** Which build our own process runs, as its last answer said. */
  private own: { build: string; at: number } | undefined;
  /**
   * So long a question waits for its meaning, in milliseconds. Passages have time; of those that were held up together, each has less, for
   * others wait meanwhile.
   */
  readonly patience = { question: 1_000, passages: 20_000, heldUp: 5_000 };
  /** While it is asked whether it works: once, however many want to know. */
  private looking: Promise<void> | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: ReadingSettings,
    @Inject(LOG) private readonly log: Pick<Log, 'warn'>,
    metrics: Metrics,
  ) {
    metrics.count({
      name: 'search_embeddings_calls_total',
      help: 'Calls of the model that reads for meaning, by how they ended.',
      labelNames: ['outcome'],
      read: () => [...this.outcomes].map(([outcome, value]) => ({ labels: { outcome }, value })),
    });
  }

  /** What reads; undefined where the installation has nothing that does. */
  get model(): string | undefined {
    return readingService(this.config)?.model;
  }

  /**
   * By what name vectors are stored: an outside service's model, or the build of our own process' model, for bytes and floats give other
   * vectors. Undefined before that process has answered.
   */
  get storedAs(): string | undefined {
    const service = readingService(this.config);
    return service?.isOutside ? service.model : this.own?.build;
  }

  /** The host of the service that reads, where it is an outside one; undefined where nothing leaves the installation. */
  get sentTo(): string | undefined {
    const service = readingService(this.config);
    return service?.isOutside ? new URL(service.url).host : undefined;
  }

  /** Whether texts of a campaign, and what is looked for in it, may be sent to what reads. */
  mayRead({ allowsOutsideModels }: Pick<Viewer, 'allowsOutsideModels'>): boolean {
    return allowsOutsideModels || this.sentTo === undefined;
  }

  /** Whether the last question failed; before the first one it is taken to work. */
  get isDown(): boolean {
    return this.restsUntil.has('question');
  }

  /** Whether the last call of either kind failed; for operators, because passages may be hidden. */
  get isFailing(): boolean {
    return this.restsUntil.size > 0;
  }

  /** Tries anew where the last call failed, so that what is told of it comes true again without a question. */
  look(): void {
    if (this.isDown && !this.isResting('question')) void this.askAnything();
    else void this.learnBuild();
  }

  /** Has our own process say which build it runs, where it has not done so for a while. */
  async learnBuild(): Promise<void> {
    if (this.model === undefined || this.sentTo !== undefined || this.isResting('question')) return;
    if (this.own && Date.now() - this.own.at < NAMED_MS) return;
    await this.askAnything();
  }

  private askAnything(): Promise<void> {
    this.looking ??= this.read([ANY_TEXT], 'question')
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => (this.looking = undefined));
    return this.looking;
  }

  /**
   * What a question means; undefined where nothing says so in time. It is remembered for the side and campaign that asked alone: how fast
   * it comes says nothing of what others ask.
   */
  async ofQuestion(viewer: Viewer, question: string): Promise<Meant | undefined> {
    if (this.model === undefined) return undefined;
    const key = [viewer.campaign, ...viewer.classes, this.storedAs, question].join('\n');
    if (this.questions.has(key)) {
      const known = this.questions.get(key);
      this.questions.delete(key);
      this.questions.set(key, known);
      return known;
    }
    if (this.isResting('question')) return undefined;
    try {
      const [meant] = await this.read([question], 'question');
      this.questions.set(key, meant);
      for (const oldest of this.questions.keys()) {
        if (this.questions.size <= REMEMBERED) break;
        this.questions.delete(oldest);
      }
      return meant;
    } catch {
      return undefined;
    }
  }

  /**
   * What passages mean, in their order. One that the model can not take means nothing, and keeps no others from being read.
   * @throws {NotRead} where the service does not answer
   */
  async ofPassages(
    texts: readonly string[],
    patience = this.patience.passages,
  ): Promise<(Meant | undefined)[]> {
    if (this.isResting('passages')) throw new NotRead('It failed a moment ago.');
    try {
      return await this.read(texts, 'passages', patience);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (texts.length <= 1) return texts.map(() => undefined);
      const each: (Meant | undefined)[] = [];
      const patience = error.isHeldUp ? this.patience.heldUp : this.patience.passages;
      for (const text of texts) each.push(...(await this.ofPassages([text], patience)));
      return each;
    }
  }

  private isResting(purpose: Purpose): boolean {
    return Date.now() < (this.restsUntil.get(purpose) ?? 0);
  }

  private async read(
    texts: readonly string[],
    purpose: Purpose,
    patience = this.patience[purpose],
  ): Promise<(Meant | undefined)[]> {
    const signal = AbortSignal.timeout(patience);
    const begun = Date.now();
    try {
      const meant = await this.ask(texts.map(shortened), signal);
      // A call that began before another one failed says nothing of what came after it.
      if ((this.failedAt.get(purpose) ?? 0) <= begun) this.restsUntil.delete(purpose);
      this.note('read');
      return meant;
    } catch (error) {
      if (await this.isFaultOfTexts(error, purpose, signal)) {
        this.note('refused');
        throw new Refused(signal.aborted);
      }
      this.note('failed');
      if (!this.restsUntil.has(purpose))
        this.log.warn(
          { purpose, reason: reasonOf(error) },
          'nothing reads for meaning: words alone are found',
        );
      const restMs = error instanceof NoSuccess ? error.restMs : 0;
      const until = Date.now() + Math.max(REST_MS, restMs);
      // Of calls that fail beside one another, one may be told of a longer rest.
      this.restsUntil.set(purpose, Math.max(until, this.restsUntil.get(purpose) ?? 0));
      this.failedAt.set(purpose, Date.now());
      throw new NotRead(reasonOf(error), { cause: error });
    }
  }

  /**
   * Some services break on a text, answer nothing that can be read, or never answer: it is the text's fault where they take another one
   * meanwhile. Else one text would keep all that waits behind it from being read. A question is not worth the wait.
   */
  private async isFaultOfTexts(
    error: unknown,
    purpose: Purpose,
    signal: AbortSignal,
  ): Promise<boolean> {
    const status = error instanceof NoSuccess ? error.status : undefined;
    if (status !== undefined && REFUSALS.has(status)) return true;
    const mayBe = status === undefined ? purpose === 'passages' : BREAKS.has(status);
    if (!mayBe) return false;
    const patience = purpose === 'question' ? signal : AbortSignal.timeout(this.patience.question);
    return this.ask([ANY_TEXT], patience).then(
      () => true,
      () => false,
    );
  }

  private async ask(input: readonly string[], signal: AbortSignal): Promise<(Meant | undefined)[]> {
    const service = readingService(this.config);
    if (!service) throw new Error('nothing reads');
    const { url, model, key, isOutside } = service;
    const answer = await fetch(endpoint(url, 'embeddings'), {
      method: 'POST',
      redirect: 'error',
      signal,
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, input, encoding_format: 'float' }),
    });
    if (!answer.ok || !answer.body) {
      await answer.body?.cancel();
      throw new NoSuccess(answer.status, restOf(answer.headers.get('retry-after')));
    }
    const { data, model: named } = answered.parse(JSON.parse(await textOf(answer.body)));
    const vectors = new Map(data.map(({ index, embedding }) => [index, embedding]));
    const build = !isOutside && named?.startsWith(`${model}/`) ? named : model;
    if (!isOutside) this.own = { build, at: Date.now() };
    return input.map((_, at) => {
      const numbers = vectors.get(at);
      if (!numbers) throw new Error('a vector is missing');
      const vector = quantised(numbers);
      return vector && { vector, model: build };
    });
  }

  private note(outcome: Outcome): void {
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }
}

/** Cut, and without the half of a sign at the cut. */
const shortened = (text: string): string => text.slice(0, READ).replace(/\p{Surrogate}/gu, '');
