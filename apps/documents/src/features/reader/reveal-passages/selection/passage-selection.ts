import { AUDIENCE_LIMITS, type ChosenPassages } from '@tomekeeper/contracts-document';
import type { AudienceFields } from '../../../sharing/audiences/audience-text';
import type { Passage } from '../../../documents-api/passages-api';

export interface Selected {
  /** In the order in which they were chosen, with whom each is for as far as is known. */
  passages: ReadonlyMap<string, AudienceFields>;
  /** All of the text, however long. */
  isAll: boolean;
  /** Presses on the text select, as with the finger. */
  isPressing: boolean;
}

/** Where a stretch begins that Shift extends. */
export interface Anchor {
  id: string;
  at: number;
}

const NOTHING: Selected = { passages: new Map(), isAll: false, isPressing: false };

const audienceOf = ({ audience, players, text }: Passage): AudienceFields => ({
  audience,
  players,
  text,
});

/** More than the server takes in one call. */
export class TooManySelected extends Error {}

/** The passages of one text that are selected, by their ids: they stay so while others come, go and are scrolled away. */
export class PassageSelection {
  private now: Selected = NOTHING;
  private readonly listeners = new Set<() => void>();
  /** What was selected before the stretch that is being extended. */
  private base: ReadonlyMap<string, AudienceFields> = new Map();
  anchor: Anchor | undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };
  readonly current = (): Selected => this.now;

  has(id: string): boolean {
    return this.now.isAll || this.now.passages.has(id);
  }

  get isEmpty(): boolean {
    return !this.now.isAll && this.now.passages.size === 0;
  }

  /** What a call names. */
  chosen(): ChosenPassages {
    return this.now.isAll ? 'all' : [...this.now.passages.keys()];
  }

  toggle(passage: Passage, at: number): void {
    // Of all of a long text nobody here knows the rest.
    if (this.now.isAll) {
      this.clear();
      return;
    }
    const passages = new Map(this.now.passages);
    if (passages.has(passage.id)) passages.delete(passage.id);
    else passages.set(passage.id, audienceOf(passage));
    this.anchor = { id: passage.id, at };
    this.base = passages;
    this.set({ passages, isAll: false });
  }

  /**
   * Adds passages, and they are the beginning of what Shift extends.
   * @throws {TooManySelected} and changes nothing
   */
  add(passages: readonly Passage[], at: number): void {
    this.put(this.now.passages, passages);
    this.base = this.now.passages;
    const [first] = passages;
    if (first) this.anchor = { id: first.id, at };
  }

  /**
   * The stretch from the anchor to where Shift was pressed, instead of the last such stretch.
   * @throws {TooManySelected} and changes nothing
   */
  extend(stretch: readonly Passage[]): void {
    this.put(this.base, stretch);
  }

  all(): void {
    this.base = new Map();
    this.set({ passages: new Map(), isAll: true });
  }

  press(isPressing: boolean): void {
    this.set({ isPressing });
  }

  clear(): void {
    this.base = new Map();
    this.anchor = undefined;
    this.set(NOTHING);
  }

  /** Whom they are for may have changed. */
  learn(passages: Iterable<Passage>): void {
    if (this.now.passages.size === 0) return;
    const known = new Map(this.now.passages);
    for (const passage of passages)
      if (known.has(passage.id)) known.set(passage.id, audienceOf(passage));
    this.set({ passages: known });
  }

  private put(before: ReadonlyMap<string, AudienceFields>, passages: readonly Passage[]): void {
    const next = new Map(before);
    for (const passage of passages) next.set(passage.id, audienceOf(passage));
    if (next.size > AUDIENCE_LIMITS.passages) throw new TooManySelected();
    this.set({ passages: next, isAll: false });
  }

  private set(change: Partial<Selected>): void {
    this.now = { ...this.now, ...change };
    this.listeners.forEach((listener) => listener());
  }
}
