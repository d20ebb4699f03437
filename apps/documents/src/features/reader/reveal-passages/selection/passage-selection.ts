import { AUDIENCE_LIMITS, type ChosenPassages } from '@tomekeeper/contracts-document';
import type { AudienceFields } from '../../../sharing/audiences/audience-text';
import type { Passage } from '../../../documents-api/passages-api';

export interface Selected {
  /** Selected passages in selection order, with their known audiences. */
  passages: ReadonlyMap<string, AudienceFields>;
  /** Whether the whole text is selected, loaded or not. */
  isAll: boolean;
  /** Whether a tap on the text selects, for touch input. */
  isPressing: boolean;
}

/** Start of a range selection with Shift. */
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

/** The selection exceeds the server's limit per request. */
export class TooManySelected extends Error {}

/** Selection of passages in one text, by id, so that it survives inserted, deleted and unloaded passages. */
export class PassageSelection {
  private now: Selected = NOTHING;
  private readonly listeners = new Set<() => void>();
  /** Selection before the range that is being extended. */
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

  /** The selection as a request parameter. */
  chosen(): ChosenPassages {
    return this.now.isAll ? 'all' : [...this.now.passages.keys()];
  }

  toggle(passage: Passage, at: number): void {
    // With the whole text selected, most ids are not loaded, so one passage cannot be deselected.
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

  /** Adds passages; the first becomes the anchor for range selection. @throws {TooManySelected} without a change */
  add(passages: readonly Passage[], at: number): void {
    this.put(this.now.passages, passages);
    this.base = this.now.passages;
    const [first] = passages;
    if (first) this.anchor = { id: first.id, at };
  }

  /** Replaces the last range by the one from the anchor to the pressed passage. @throws {TooManySelected} without a change */
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

  /** Updates the audiences of selected passages. */
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
