import { ApiError } from '@tomekeeper/api-client';
import type { Passage, Passages, PassagesApi, TextWindow } from '../../documents-api/passages-api';

/** Passages per request. */
const WINDOW = 100;
/** Maximum passages in memory; those farthest from the viewport are evicted first. */
const MOST_KEPT = 6_000;
/** Debounce of requests during fast scrolling. */
const SETTLE_MS = 70;
/** Maximum concurrent requests. */
const MOST_ASKED = 2;
/** Passages per request when printing. */
const PAPER_WINDOW = 500;
/** Attempts to load a whole text that changes meanwhile. */
const MOST_READINGS = 4;

/** Snapshot for `useSyncExternalStore`. */
export interface PassagesSeen {
  /** Number of passages that the viewer can see. */
  total: number;
  /** Increases with every response. */
  version: number;
}

/**
 * Passages of one text, loaded on demand around the viewport and reloaded on invalidation events. Indexes start at 0 and count
 * only passages that the viewer can see.
 */
export class PassageStore {
  private readonly passages = new Map<number, Passage>();
  private readonly asking = new Map<number, AbortController>();
  private readonly listeners = new Set<() => void>();
  private seen: PassagesSeen | undefined;
  private wanted: readonly [first: number, last: number] = [0, -1];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private failure: unknown;
  /** Passages by index before the last change of the text. */
  private past: ReadonlyMap<number, Passage> = new Map();
  /** Increases with every change on the server; responses to earlier requests are discarded. */
  private age = 0;
  private renewed = 0;

  constructor(private readonly api: PassagesApi) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  /** Undefined before the first response. */
  readonly current = (): PassagesSeen | undefined => this.seen;
  /** Error of the last failed request. */
  readonly error = (): unknown => this.failure;

  /** Monotonic revision; increases with every change of the text. */
  readonly renewals = (): number => this.renewed;

  passageAt(at: number): Passage | undefined {
    return this.passages.get(at);
  }

  /** @returns the index of a loaded passage */
  whereIs(id: string): number | undefined {
    for (const [at, one] of this.passages) if (one.id === id) return at;
    return undefined;
  }

  /**
   * Maps an index to the changed text.
   * @returns the new index of its passage or of the nearest neighbor that still exists; undefined if none does
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

  /** All loaded passages, unordered. */
  loaded(): Iterable<Passage> {
    return this.passages.values();
  }

  /**
   * Loads a range of passages, both ends included; loaded ones are not requested again.
   * @throws if a request fails, or if the text became shorter meanwhile
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

  /** @returns the index of a passage, loaded or not. @throws if the request fails; 404 if the passage does not exist */
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

  /** @returns the index of the first passage of a page, if it is loaded */
  wherePageBegins(page: number): number | undefined {
    let first: number | undefined;
    for (const [at, one] of this.passages)
      if (one.page === page && (first === undefined || at < first)) first = at;
    // If the previous passage is not loaded, the page may start earlier.
    return first === undefined || first === 0 || this.passages.has(first - 1) ? first : undefined;
  }

  /**
   * Loads the passages around a place.
   * @returns its index: the passage of `around`, otherwise `from`, limited to the last passage.
   * @throws if the request fails
   */
  async open(place: TextWindow, signal: AbortSignal): Promise<number> {
    const answer = await this.bring(place, signal);
    if (place.around === undefined)
      return Math.min(place.from ?? answer.at, Math.max(0, answer.total - 1));
    const index = answer.passages.findIndex(({ id }) => id === place.around);
    return answer.at + Math.max(0, index);
  }

  /**
   * Loads the passages from a page on.
   * @returns the index of the first one; undefined if no text follows.
   * @throws if the request fails
   */
  async openPage(page: number, signal: AbortSignal): Promise<number | undefined> {
    const { at, passages } = await this.bring({ page }, signal);
    return passages.length > 0 ? at : undefined;
  }

  /** Requests the passages in or near the viewport. */
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
   * Loads the whole text for printing. Indexes shift when the text changes, so loading starts over.
   * @throws if a request fails, or if the text keeps changing
   */
  async all(signal: AbortSignal): Promise<readonly Passage[]> {
    for (let reading = 0; reading < MOST_READINGS; reading += 1) {
      const found = await this.readThrough(signal);
      if (found) return found;
    }
    throw new TextChanged();
  }

  /** @returns undefined if the text changed meanwhile */
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

  /** Reloads the passages in the viewport; others reload when they are scrolled into view. */
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
    // The viewport may have moved meanwhile.
    this.ask();
  }

  /**
   * Finds the visible passages if insertions or deletions above moved them out of the loaded range, and loads the text around
   * them. Undefined if they are in the range or no longer exist.
   * @throws if a request fails
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

  /** Repeats the request if the text changed meanwhile: an old response may contain passages that are hidden now. */
  private async bring(place: TextWindow, signal: AbortSignal): Promise<Passages> {
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
            // A different total means that the text changed meanwhile.
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

/** Whether the error means that the passage does not exist for the viewer, or that its id is invalid. */
export const isNoPassage = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404].includes(error.status);

export class TextChanged extends Error {
  constructor() {
    super('The text changed while it was loading.');
  }
}

/** Start indexes of the request windows that cover a range. */
function windowsOf(first: number, last: number): number[] {
  const found: number[] = [];
  for (let from = Math.floor(first / WINDOW) * WINDOW; from <= last; from += WINDOW)
    found.push(from);
  return found;
}
