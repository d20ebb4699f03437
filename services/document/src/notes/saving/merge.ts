import { GM_CLASS, type AudienceClass } from '@tomekeeper/visibility';
import type { StoredPassage } from '../../passages/editing/edit-passages';
import { isSecret } from '../../passages/content/secret';
import { classFrom, narrowest, type Audiences, type Source } from './audiences';
import { reachedClasses, type VisibleCopies } from './reached-copies';
import { classOf, isWidened, type WriterAudience } from './writer-audience';

// Merges a save into a note by passage, so that writers of different passages never conflict. The whole rule is this
// pure function, and tests run it with random writers.

/** A passage of the note. */
export interface NotePassage {
  id: string;
  position: number;
  audience_class: AudienceClass;
  version: number;
}

/** A passage in the request; see `passageChange` in the contract. */
export interface SentPassage {
  id: string;
  written: StoredPassage;
  /** Undefined if the writer sends none: the audience is then that of the passage before. */
  from: readonly string[] | undefined;
  after: string | null | undefined;
  base_version: number | undefined;
  /** The audience that its writer saw; undefined if the writer does not say. */
  seen?: WriterAudience | undefined;
}

export interface Save {
  changes: readonly SentPassage[];
  removed: readonly { id: string; base_version: number }[];
}

export interface NoteState extends Audiences {
  /** In reading order. */
  living: readonly NotePassage[];
  /** Text of the passages that the save names. */
  words: ReadonlyMap<string, StoredPassage>;
  /** Where those stood that went and that the save names, where that is known. */
  stood: ReadonlyMap<string, number>;
  /** Former words and audiences that undo may restore. */
  undone?: ReadonlyMap<string, { written: StoredPassage; audience_class: AudienceClass }>;
  /** Living passages that undo widened: their ids may mark hidden words. */
  widened?: ReadonlySet<string>;
  /** Passages of other documents and deleted passages that the save names as sources or restores. */
  sources: ReadonlyMap<string, Source>;
  /** Copies of the living passages that the save names. */
  copies?: VisibleCopies;
}

/** A new or changed passage. */
export interface WrittenPassage {
  written: StoredPassage;
  audience_class: AudienceClass;
  isNew: boolean;
}

export interface Merged {
  /** All ids in their new order. */
  order: string[];
  puts: ReadonlyMap<string, WrittenPassage>;
  /** New class of passages with unchanged text. */
  narrowed: ReadonlyMap<string, AudienceClass>;
  /** Moved and new passages. */
  placed: ReadonlySet<string>;
  removed: readonly string[];
  clashes: readonly string[];
  /** Conflicts without a remote change: the passage has more viewers than its writer saw. */
  shown: ReadonlySet<string>;
  /**
   * Written passages with the sources of their words, as far as the writer named them, and with themselves unless they
   * are new. Without passages that undo restores, and without new passages that a handout would show to more viewers
   * than their writer saw. Absent if the sources are unknown.
   */
  origins?: ReadonlyMap<string, readonly string[]>;
  /** Written passages with all passages that the writer named as sources of their words. */
  namedSources?: ReadonlyMap<string, readonly string[]>;
}

/** Changes that are not applied as sent, because the place has more viewers than its writer saw. */
interface Held {
  shown: Set<string>;
  /** Widest allowed class of new passages. */
  bounds: Map<string, AudienceClass>;
}

/**
 * Where a place has more viewers than its writer saw, new text is limited to the viewers that the writer saw, and
 * changed text conflicts. Each such decision can affect the classes of other passages of the save, so the merge repeats
 * until it is stable.
 */
export function merge(state: NoteState, save: Save): Merged {
  const seen = new Map(save.changes.map((one) => [one.id, one.seen]));
  const held: Held = { shown: new Set(), bounds: new Map() };
  for (;;) {
    const merged = mergedBut(held, state, save);
    const wider = [...merged.puts].filter(([id, { audience_class }]) => {
      const shown = seen.get(id);
      const classes = [audience_class, ...(merged.reached.get(id) ?? [])];
      return shown && classes.some((one) => isWidened(one, shown, state));
    });
    if (wider.length === 0) return merged;
    for (const [id, { isNew }] of wider)
      if (!isNew) held.shown.add(id);
      else held.bounds.set(id, held.bounds.has(id) ? GM_CLASS : classOf(seen.get(id)!, state));
  }
}

/** @returns also the classes of the handouts that get the text of each written passage */
function mergedBut(
  held: Held,
  state: NoteState,
  save: Save,
): Merged & { reached: ReadonlyMap<string, readonly AudienceClass[]> } {
  const living = new Map(state.living.map((one) => [one.id, one]));
  const clashes = new Set<string>();
  const written = new Map<string, Omit<WrittenPassage, 'audience_class'>>();
  const unchanged: NotePassage[] = [];
  const toPlace: SentPassage[] = [];
  const changes = lastOfEach(save.changes);

  for (const sent of changes) {
    const now = living.get(sent.id);
    const words = now && state.words.get(sent.id);
    if (!now || !words) {
      // One writer changed the passage and another deleted it: the writer who changed it decides.
      if (sent.base_version !== undefined) clashes.add(sent.id);
      else {
        written.set(sent.id, { written: sent.written, isNew: true });
        toPlace.push(sent);
      }
      continue;
    }
    const isSame = isSameText(sent.written, words);
    const isBase = sent.base_version === now.version;
    if (!isSame && (!isBase || held.shown.has(sent.id))) {
      clashes.add(sent.id);
      continue;
    }
    if (isSame) unchanged.push(now);
    else {
      // Names by which links within it lead here are not the writer's to know.
      const { anchors } = words.content;
      const content = { ...sent.written.content, ...(anchors && { anchors }) };
      written.set(sent.id, { written: { ...sent.written, content }, isNew: false });
    }
    // An equal passage was saved before, and may have been moved since.
    if (isBase && sent.after !== undefined) toPlace.push(sent);
  }

  // Text that was to move from one passage into a conflicting one would be lost, so the first passage conflicts too,
  // and this loop visits it.
  const sentOf = new Map(changes.map((one) => [one.id, one]));
  for (const clash of clashes) {
    const taking = sentOf.get(clash)!;
    for (const id of taking.from ?? []) {
      const put = written.get(id);
      if (!put || put.isNew || !hasTakenFrom(taking, state.words.get(id)!, put.written)) continue;
      written.delete(id);
      clashes.add(id);
    }
  }

  const removed: string[] = [];
  const kept = changes.filter(({ id }) => clashes.has(id));
  const wanted = new Set(kept.flatMap(({ from = [] }) => from));
  // The source of an earlier copy is unknown; equal text identifies it.
  const isWanted = (id: string): boolean =>
    wanted.has(id) || kept.some(({ written: one }) => shareWords(one, state.words.get(id)));
  for (const { id, base_version } of save.removed) {
    const now = living.get(id);
    if (!now || written.has(id)) continue;
    // Text that was to be joined to a conflicting passage, or is part of it, would be lost.
    if (now.version !== base_version || isWanted(id)) clashes.add(id);
    else removed.push(id);
  }

  const { order, placed } = place(state, toPlace);
  const gone = new Set(removed);
  const undone = new Map(
    [...(state.undone ?? [])].flatMap(([id, before]) => {
      const put = written.get(id);
      return put && isSameText(put.written, before.written)
        ? [[id, before.audience_class] as const]
        : [];
    }),
  );
  const sourced = withSources(changes, order, { living, gone }).map((one) =>
    undone.has(one.id) ? { ...one, sources: [] } : one,
  );
  const classes = classesOf(state, sourced, { living, undone, bounds: held.bounds });
  const classNow = (id: string): AudienceClass => classes.get(id) ?? null;
  const origins = new Map<string, readonly string[]>();
  const reached = new Map<string, readonly AudienceClass[]>();
  for (const { id, from = [], seen } of changes) {
    const put = written.get(id);
    if (!put || [id, ...from].some((one) => undone.has(one) || state.widened?.has(one))) continue;
    const sources = put.isNew && !state.sources.has(id) ? from : [id, ...from];
    const before = state.words.get(id);
    const classBefore = living.get(id)?.audience_class ?? null;
    const now = { written: put.written, before, audience_class: classNow(id), classBefore };
    const shown = reachedClasses(now, sources, state.copies ?? new Map());
    // A new passage exists in the source alone, until a GM adds it to the handout.
    if (put.isNew && seen && shown.some((one) => isWidened(one, seen, state))) continue;
    origins.set(id, sources);
    reached.set(id, shown);
  }
  return {
    order: order.filter((id) => !gone.has(id)),
    puts: new Map([...written].map(([id, put]) => [id, { ...put, audience_class: classNow(id) }])),
    narrowed: new Map(
      unchanged.flatMap(({ id, audience_class }) =>
        gone.has(id) || classNow(id) === audience_class ? [] : [[id, classNow(id)] as const],
      ),
    ),
    placed,
    removed,
    clashes: [...clashes],
    shown: held.shown,
    origins,
    namedSources: new Map(changes.map(({ id, from = [] }) => [id, from])),
    reached,
  };
}

/** Keeps the last change of a passage that is named twice. */
const lastOfEach = (changes: readonly SentPassage[]): SentPassage[] => [
  ...new Map(changes.map((one) => [one.id, one])).values(),
];

/** Whether one of two passages contains all words of the other. */
function shareWords(one: StoredPassage, other: StoredPassage | undefined): boolean {
  const its = wordsOf(one).join(' ');
  const others = other ? wordsOf(other).join(' ') : '';
  if (!its || !others) return false;
  return ` ${its} `.includes(` ${others} `) || ` ${others} `.includes(` ${its} `);
}

const wordsOf = ({ text }: StoredPassage): string[] => text.split(/\s+/).filter(Boolean);

/** Whether a passage that is sent has words that another one had, and is to have no longer. */
function hasTakenFrom(sent: SentPassage, before: StoredPassage, after: StoredPassage): boolean {
  const stay = new Set(wordsOf(after));
  const taken = new Set(wordsOf(before).filter((word) => !stay.has(word)));
  return taken.size > 0 && wordsOf(sent.written).some((word) => taken.has(word));
}

/** Whether two passages say the same in the same dress. */
function isSameText(one: StoredPassage, other: StoredPassage): boolean {
  const plain = ({
    kind,
    depth,
    level,
    content: { anchors: _anchors, ...content },
  }: StoredPassage) => JSON.stringify(sorted({ kind, depth, level, content }));
  return plain(one) === plain(other);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, sorted(v)]),
  );
}

/** A passage of a save with the sources that decide its class. */
type Sourced = SentPassage & { sources: readonly string[] };

/**
 * Sources of a new passage without named sources: the passage above and the one it was sent behind, because text behind
 * a secret may continue it. If the same save changes the passage above, the next one counts too.
 */
function withSources(
  changes: readonly SentPassage[],
  order: readonly string[],
  { living, gone }: { living: ReadonlyMap<string, NotePassage>; gone: ReadonlySet<string> },
): Sourced[] {
  const places = new Map(order.map((id, at) => [id, at]));
  const above = (id: string): string[] => {
    const end = places.get(id) ?? 0;
    let begin = Math.max(0, end - 1);
    while (begin > 0 && gone.has(order[begin]!)) begin--;
    return order.slice(begin, end);
  };
  return changes.map((one) => ({
    ...one,
    sources:
      one.from ?? (living.has(one.id) ? [] : [...above(one.id), ...(one.after ? [one.after] : [])]),
  }));
}

/**
 * Computes the classes of the passages of a save from their sources. Sources may be cyclic: narrower classes propagate
 * until nothing changes.
 */
function classesOf(
  state: NoteState,
  sent: readonly Sourced[],
  {
    living,
    undone,
    bounds,
  }: {
    living: ReadonlyMap<string, NotePassage>;
    undone: ReadonlyMap<string, AudienceClass>;
    bounds: Held['bounds'];
  },
): Map<string, AudienceClass> {
  const named = new Set(sent.map(({ id }) => id));
  const classes = new Map<string, AudienceClass>();
  for (const one of sent) {
    const before = undone.has(one.id) ? undone.get(one.id)! : ownClass(one, state, living);
    const own = [before, bounds.get(one.id)].filter((of) => of !== undefined);
    if (own.length > 0) classes.set(one.id, narrowest(own, state));
  }
  const sourceClass = (id: string): AudienceClass | undefined => {
    const now = living.get(id);
    // The id also marks hidden words that undo removed.
    if (state.widened?.has(id) || (now && undone.has(id))) return GM_CLASS;
    if (named.has(id)) return classes.get(id);
    return now ? now.audience_class : classFrom(state.sources.get(id), state);
  };
  for (let isOver = false; !isOver;) {
    isOver = true;
    for (const { id, sources } of sent) {
      const before = classes.get(id);
      const all = [before, ...sources.map(sourceClass)].filter((one) => one !== undefined);
      const now = narrowest(all, state);
      if (all.length === 0 || now === before) continue;
      classes.set(id, now);
      isOver = false;
    }
  }
  return classes;
}

/** Undefined for a new passage with named sources: the sources decide. */
function ownClass(
  { id, written, from = [] }: SentPassage,
  state: NoteState,
  living: ReadonlyMap<string, NotePassage>,
): AudienceClass | undefined {
  const words = state.words.get(id);
  if (isSecret(written) && !(words && isSecret(words))) return GM_CLASS;
  const now = living.get(id);
  if (now) return now.audience_class;
  if (state.sources.has(id)) return classFrom(state.sources.get(id), state);
  return from.length === 0 ? null : undefined;
}

/** A passage that does not wait for another; in a cycle the first. */
function nextOf(waiting: ReadonlyMap<string, SentPassage>): SentPassage {
  const [first] = waiting.values();
  for (const sent of waiting.values()) if (!sent.after || !waiting.has(sent.after)) return sent;
  return first!;
}

/** Inserts passages behind their predecessors, predecessors first. */
function place(
  { living, stood }: NoteState,
  toPlace: readonly SentPassage[],
): { order: string[]; placed: Set<string> } {
  const order = living.map(({ id }) => id);
  const positions = new Map(living.map(({ id, position }) => [id, position]));
  const placed = new Set<string>();
  const waiting = new Map(toPlace.map((sent) => [sent.id, sent]));
  while (waiting.size > 0) {
    const next = nextOf(waiting);
    waiting.delete(next.id);
    const from = order.indexOf(next.id);
    if (from >= 0 && next.after === (order[from - 1] ?? null)) continue;
    if (from >= 0) order.splice(from, 1);
    order.splice(placeFor(next.after), 0, next.id);
    placed.add(next.id);
  }
  return { order, placed };

  function placeFor(after: string | null | undefined): number {
    if (after === null) return 0;
    if (after === undefined) return order.length;
    const at = order.indexOf(after);
    if (at >= 0) return at + 1;
    const was = stood.get(after);
    if (was === undefined) return order.length;
    return order.findLastIndex((id) => (positions.get(id) ?? Infinity) < was) + 1;
  }
}
