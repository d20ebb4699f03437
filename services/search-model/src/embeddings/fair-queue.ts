/** A list of texts that wait for the model. */
interface Waiting<Result> {
  readonly texts: readonly string[];
  readonly results: Result[];
  readonly gone: AbortSignal;
  readonly resolve: (results: Result[]) => void;
  readonly reject: (error: unknown) => void;
}

export type Kind = 'questions' | 'lists';

/** Lists of up to this length have a waiting user: the sentences of the first results. */
const QUESTION = 8;
/** Every so many turns a list has its own, however many questions come. */
const TURN_OF_LISTS = 8;

/** There are too many texts before this one. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

/** The caller did not wait for its answer. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

/**
 * Fair queue of texts. Processes one text at a time: a question waits for the running text and for earlier questions,
 * never for the rest of a list.
 */
export class FairQueue<Result> {
  private readonly waiting: Record<Kind, Waiting<Result>[]> = { questions: [], lists: [] };
  private running = false;
  private turn = 0;

  /**
   * @param read one text
   * @param most texts that wait of each kind
   */
  constructor(
    private readonly read: (text: string) => Promise<Result>,
    private readonly most: number,
  ) {}

  /** @throws {TooManyWaiting} when there is no room */
  async take(texts: readonly string[], gone: AbortSignal): Promise<Result[]> {
    const kind: Kind = texts.length <= QUESTION ? 'questions' : 'lists';
    if (this.textsWaiting(kind) + texts.length > this.most) throw new TooManyWaiting();
    return new Promise((resolve, reject) => {
      this.waiting[kind].push({ texts, results: [], gone, resolve, reject });
      void this.run();
    });
  }

  textsWaiting(kind: Kind): number {
    return this.waiting[kind].reduce(
      (sum, { texts, results }) => sum + texts.length - results.length,
      0,
    );
  }

  private async run(): Promise<void> {
    if (this.running) return;
    this.running = true;
    for (let kind = this.next(); kind; kind = this.next()) await this.oneText(this.waiting[kind]);
    this.running = false;
  }

  private next(): Kind | undefined {
    const { questions, lists } = this.waiting;
    const turnOfLists = ++this.turn % TURN_OF_LISTS === 0;
    if (lists.length > 0 && (turnOfLists || questions.length === 0)) return 'lists';
    return questions.length > 0 ? 'questions' : undefined;
  }

  private async oneText(line: Waiting<Result>[]): Promise<void> {
    const [first] = line;
    if (!first) return;
    const { texts, results, gone, resolve, reject } = first;
    try {
      if (gone.aborted) throw new CallerGone();
      results.push(await this.read(texts[results.length] ?? ''));
      if (results.length < texts.length) return;
      resolve(results);
    } catch (error) {
      reject(error);
    }
    line.shift();
  }
}
