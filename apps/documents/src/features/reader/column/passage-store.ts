import { ApiError } from '@tomekeeper/api-client';
import type { Passage, Passages, PassagesApi, Place } from '../../documents-api/passages-api';

/** So many come with one answer. */
const WINDOW = 100;
/** So many stay in memory; those farthest from where one reads go first. */
const MOST_KEPT = 6_000;
/** Who drags the scroll bar passes by thousands: asked for is what stands still so long. */
const SETTLE_MS = 70;
/** Answers that are waited for at a time. */
const MOST_ASKED = 2;
/** For paper, so many come with one answer. */
const PAPER_WINDOW = 500;
/** All of a text is begun with again so often where it changes meanwhile. */
const MOST_READINGS = 4;

/** What the screen knows of a text. */
export interface PassagesSeen {
  /** How many there are for this person. */
  total: number;
  /** Another one each time that something came. */
  version: number;
}

/**
 * The passages of one text, as far as they have come: places are counted from 0 among all that this person sees. What is
 * near the window is asked for, and asked for anew when the server hints at a change.
 */
export class PassageStore {
  private readonly passages = new Map<number, Passage>();
  private readonly asking = new Map<number, AbortController>();
  private readonly listeners = new Set<() => void>();
  private seen: PassagesSeen | undefined;
  private wanted: readonly [first: number, last: number] = [0, -1];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failure: unknown;
  /** What stood where before the text became another. */
  private past: ReadonlyMap<number, Passage> = new Map();
  /** A change on the server makes all answers under way old. */
  private age = 0;
  private renewed = 0;

  constructor(private readonly api: PassagesApi) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  /** Undefined before the first answer. */
  readonly current = (): PassagesSeen | undefined => this.seen;
  /** Why the last answer did not come. */
  readonly error = (): unknown => this.failure;

  /** Another number each time that the text may have become another. */
  readonly renewals = (): number => this.renewed;

  passageAt(at: number): Passage | undefined {
    return this.passages.get(at);
  }

  /** @returns the place of a passage, where it is here */
  whereIs(id: string): number | undefined {
    for (const [at, one] of this.passages) if (one.id === id) return at;
    return undefined;
  }

  /**
   * @returns where to go on after the text became another: the place of the passage that stood at this one, or of the
   *   nearest of its neighbours that is still here; undefined where none of them is
   */
  follow(at: number): number | undefined {
    const places = new Map([...this.passages].map(([place, { id }]) => [id, place]));
    const placeOf = (before: number) => {
      const id = this.past.get(before)?.id;
      return id === undefined ? undefined : places.get(id);
    };
    for (let by = 0; by < WINDOW; by += 1) {
      const found = placeOf(at + by) ?? placeOf(at - by);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** All that is here, in no order. */
  loaded(): Iterable<Passage> {
    return this.passages.values();
  }

  /**
   * Brings the passages from one place to another, both counted; what is here already is not asked for.
   * @throws whatever the call throws, and when the text became shorter meanwhile
   */
  async stretch(first: number, last: number, signal: AbortSignal): Promise<Passage[]> {
    const found: Passage[] = [];
    const { age } = this;
    while (first + found.length <= last) {
      const from = first + found.length;
      const known = this.passages.get(from);
      if (known && age === this.age) {
        found.push(known);
        continue;
      }
      const { passages } = await this.api.passages({ from }, PAPER_WINDOW, signal);
      if (passages.length === 0 || age !== this.age) throw new TextChanged();
      found.push(...passages.slice(0, last - from + 1));
    }
    return found;
  }

  /**
   * @returns the place of a passage, wherever it is
   * @throws whatever the call throws; 404 where there is no such passage any more
   */
  async placeOf(id: string, signal: AbortSignal): Promise<number> {
    const known = this.whereIs(id);
    if (known !== undefined) return known;
    const { at, passages } = await this.api.passages({ around: id }, 1, signal);
    return (
      at +
      Math.max(
        0,
        passages.findIndex((one) => one.id === id),
      )
    );
  }

  /** @returns the first place of a page, where it is here */
  wherePageBegins(page: number): number | undefined {
    let first: number | undefined;
    for (const [at, one] of this.passages)
      if (one.page === page && (first === undefined || at < first)) first = at;
    // Where the passage before it is not here, the page may begin earlier.
    return first === undefined || first === 0 || this.passages.has(first - 1) ? first : undefined;
  }

  /**
   * Brings what stands around a place.
   * @returns the place that was meant: of `around` the passage itself, behind the last one that one
   * @throws whatever the call throws
   */
  async open(place: Place, signal: AbortSignal): Promise<number> {
    const answer = await this.bring(place, signal);
    if (place.around === undefined)
      return Math.min(place.from ?? answer.at, Math.max(0, answer.total - 1));
    const index = answer.passages.findIndex(({ id }) => id === place.around);
    return answer.at + Math.max(0, index);
  }

  /**
   * Brings what stands from a page on.
   * @returns its first place; undefined where no text follows
   * @throws whatever the call throws
   */
  async openPage(page: number, signal: AbortSignal): Promise<number | undefined> {
    const { at, passages } = await this.bring({ page }, signal);
    return passages.length > 0 ? at : undefined;
  }

  /** What is on the screen or near it. */
  want(first: number, last: number): void {
    this.wanted = [first, last];
    if (this.timer !== undefined || this.missing() === undefined) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.dropStale();
      this.ask();
    }, SETTLE_MS);
  }

  /**
   * Brings all of it, for printing. Places shift when the text changes: what was read before is of no use then.
   * @throws whatever the call throws, and when the text does not stand still
   */
  async all(signal: AbortSignal): Promise<readonly Passage[]> {
    for (let reading = 0; reading < MOST_READINGS; reading += 1) {
      const found = await this.readThrough(signal);
      if (found) return found;
    }
    throw new TextChanged();
  }

  /** @returns undefined when the text changed meanwhile */
  private async readThrough(signal: AbortSignal): Promise<Passage[] | undefined> {
    const { age } = this;
    const found: Passage[] = [];
    let total: number | undefined;
    while (total === undefined || found.length < total) {
      const answer = await this.api.passages({ from: found.length }, PAPER_WINDOW, signal);
      total ??= answer.total;
      if (age !== this.age || answer.total !== total) return undefined;
      if (answer.passages.length === 0 && total > 0) return undefined;
      found.push(...answer.passages);
    }
    return found;
  }

  /** Asks anew for what is on the screen; what is elsewhere comes anew when it is scrolled to. */
  async renew(): Promise<void> {
    this.age += 1;
    const { age } = this;
    for (const one of this.asking.values()) one.abort();
    this.asking.clear();
    const answers: Passages[] = [];
    try {
      const [first, last] = this.wanted;
      for (const from of windowsOf(first, last))
        answers.push(await this.api.passages({ from }, WINDOW));
      const moved = await this.whereReadNow(answers);
      if (moved) answers.push(moved);
    } catch (error) {
      if (age === this.age) this.fail(error);
      return;
    }
    if (age !== this.age) return;
    this.past = new Map(this.passages);
    this.passages.clear();
    for (const answer of answers) this.fill(answer);
    this.renewed += 1;
    this.tell();
    // Whoever scrolled meanwhile is elsewhere.
    this.ask();
  }

  /**
   * Where so much came or went above that what is read stands in none of the answers: the text around it. Undefined where
   * it is in them, or where nothing of it is left.
   * @throws whatever the call throws
   */
  private async whereReadNow(answers: readonly Passages[]): Promise<Passages | undefined> {
    const [first, last] = this.wanted;
    const read: string[] = [];
    for (let at = first; at <= last; at += 1) {
      const passage = this.passages.get(at);
      if (passage) read.push(passage.id);
    }
    const here = new Set(answers.flatMap(({ passages }) => passages.map(({ id }) => id)));
    if (read.length === 0 || read.some((id) => here.has(id))) return undefined;
    const middle = read[Math.floor(read.length / 2)];
    const tried = new Set([middle, read[0], read.at(-1)]);
    for (const around of tried) {
      if (around === undefined) continue;
      try {
        return await this.api.passages({ around }, WINDOW);
      } catch (error) {
        if (!isNoPassage(error)) throw error;
      }
    }
    return undefined;
  }

  retry(): void {
    this.failure = undefined;
    this.tell();
    this.ask();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.age += 1;
    for (const one of this.asking.values()) one.abort();
    this.listeners.clear();
  }

  /** Asks again where the text changed meanwhile: an old answer may hold what is hidden by now. */
  private async bring(place: Place, signal: AbortSignal): Promise<Passages> {
    for (;;) {
      const { age } = this;
      const answer = await this.api.passages(place, WINDOW, signal);
      signal.throwIfAborted();
      if (age !== this.age) continue;
      this.take(answer);
      return answer;
    }
  }

  private missing(): number | undefined {
    const { total } = this.seen ?? { total: 0 };
    const [first, last] = this.wanted;
    return windowsOf(first, Math.min(last, total - 1)).find(
      (from) => !this.asking.has(from) && this.isMissing(from, first, last, total),
    );
  }

  private isMissing(from: number, first: number, last: number, total: number): boolean {
    const end = Math.min(from + WINDOW, total, last + 1);
    for (let at = Math.max(from, first); at < end; at += 1) if (!this.passages.has(at)) return true;
    return false;
  }

  private ask(): void {
    const { age } = this;
    for (
      let from = this.missing();
      from !== undefined && this.asking.size < MOST_ASKED && this.failure === undefined;
      from = this.missing()
    ) {
      const asked = from;
      const controller = new AbortController();
      this.asking.set(asked, controller);
      this.api
        .passages({ from: asked }, WINDOW, controller.signal)
        .then(
          (answer) => {
            if (age !== this.age || controller.signal.aborted) return;
            // The text has become another meanwhile.
            if (this.seen && answer.total !== this.seen.total) this.passages.clear();
            this.take(answer);
          },
          (error: unknown) => {
            if (age === this.age && !controller.signal.aborted) this.fail(error);
          },
        )
        .finally(() => {
          if (this.asking.get(asked) === controller) this.asking.delete(asked);
          if (age === this.age) this.ask();
        });
    }
  }

  private dropStale(): void {
    const [first, last] = this.wanted;
    for (const [from, one] of this.asking) {
      if (from <= last && from + WINDOW > first) continue;
      one.abort();
      this.asking.delete(from);
    }
  }

  private take(answer: Passages): void {
    this.fill(answer);
    this.dropFar();
    this.tell();
  }

  private fill({ passages, at, total }: Passages): void {
    passages.forEach((one, index) => this.passages.set(at + index, one));
    this.failure = undefined;
    this.seen = { total, version: this.seen?.version ?? 0 };
  }

  private dropFar(): void {
    if (this.passages.size <= MOST_KEPT) return;
    const middle = (this.wanted[0] + this.wanted[1]) / 2;
    for (const at of this.passages.keys())
      if (Math.abs(at - middle) > MOST_KEPT / 2) this.passages.delete(at);
  }

  private fail(error: unknown): void {
    this.failure = error;
    this.tell();
  }

  private tell(): void {
    if (this.seen) this.seen = { ...this.seen, version: this.seen.version + 1 };
    this.listeners.forEach((listener) => listener());
  }
}

/** Whether there is no such passage that this person sees, or it is none. */
export const isNoPassage = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404].includes(error.status);

/** The text became another while it was read. */
export class TextChanged extends Error {
  constructor() {
    super('The text changed while it was read.');
  }
}

/** The beginnings of the windows in which these places lie. */
function windowsOf(first: number, last: number): number[] {
  const found: number[] = [];
  for (let from = Math.floor(first / WINDOW) * WINDOW; from <= last; from += WINDOW)
    found.push(from);
  return found;
}
