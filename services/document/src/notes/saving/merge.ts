import { GM_CLASS, type AudienceClass } from '@tomekeeper/visibility';
import type { StoredPassage } from '../../passages/editing/edit-passages';
import { isSecret } from '../../passages/content/secret';
import { classFrom, narrowest, type Audiences, type Source } from './audiences';
import { classOf, isWidened, type WriterAudience } from './writer-audience';

// What becomes of a note when somebody saves: by passage, so that two people who write in different ones never meet. Nothing
// here reads or writes: the whole rule is in this function, and tried with random writers.

/** A passage that stands in the note. */
export interface NotePassage {
  id: string;
  position: number;
  audience_class: AudienceClass;
  version: number;
}

/** A passage as somebody sends it; see `passageChange` in the contract. */
export interface SentPassage {
  id: string;
  written: StoredPassage;
  /** Undefined where the writer does not say: then it is as narrow as what it stands behind. */
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
  /** Words of those that the save names. */
  words: ReadonlyMap<string, StoredPassage>;
  /** Where those stood that went and that the save names, where that is known. */
  stood: ReadonlyMap<string, number>;
  /** Former words and audiences that undo may restore. */
  undone?: ReadonlyMap<string, { written: StoredPassage; audience_class: AudienceClass }>;
  /** Living passages that undo widened: their ids may mark hidden words. */
  widened?: ReadonlySet<string>;
  /** Passages elsewhere, and those that went, by which the save says where words come from, or that come back. */
  sources: ReadonlyMap<string, Source>;
}

/** A passage that is written, new or in the place of what it was. */
export interface WrittenPassage {
  written: StoredPassage;
  audience_class: AudienceClass;
  isNew: boolean;
}

export interface Merged {
  /** All ids, in the order in which they stand now. */
  order: string[];
  puts: ReadonlyMap<string, WrittenPassage>;
  /** Of living ones whose words stay: those for whom they are now. */
  narrowed: ReadonlyMap<string, AudienceClass>;
  /** Those that were moved, and new ones. */
  placed: ReadonlySet<string>;
  removed: readonly string[];
  clashes: readonly string[];
  /** Of the clashes those that nobody else wrote in: more people see them than their writer was shown. */
  shown: ReadonlySet<string>;
}

/** What is not taken as it was sent, because more people see its place than its writer was shown. */
interface Held {
  shown: Set<string>;
  /** New passages, and for whom they are at most. */
  bounds: Map<string, AudienceClass>;
}

/**
 * Where more people see a place by now than a writer was shown, what is new in it is for those whom they were shown, and what is
 * changed clashes. Either may decide for whom others of the save are, which are looked at again then.
 */
export function merge(state: NoteState, save: Save): Merged {
  const seen = new Map(save.changes.map((one) => [one.id, one.seen]));
  const held: Held = { shown: new Set(), bounds: new Map() };
  for (;;) {
    const merged = mergedBut(held, state, save);
    const wider = [...merged.puts].filter(([id, { audience_class }]) => {
      const shown = seen.get(id);
      return shown && isWidened(audience_class, shown, state);
    });
    if (wider.length === 0) return merged;
    for (const [id, { isNew }] of wider)
      if (!isNew) held.shown.add(id);
      else held.bounds.set(id, held.bounds.has(id) ? GM_CLASS : classOf(seen.get(id)!, state));
  }
}

function mergedBut(held: Held, state: NoteState, save: Save): Merged {
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
      // Changed by one and deleted by another: whoever changed it decides.
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
    // What stands so already was sent before, and may have been moved since.
    if (isBase && sent.after !== undefined) toPlace.push(sent);
  }

  // Words that were to go from one passage into another that clashes are nowhere else, so the first one waits, too. It clashes then,
  // and has its turn in this loop.
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
  // A copy that was kept before says no longer what it is from: its words say it.
  const isWanted = (id: string): boolean =>
    wanted.has(id) || kept.some(({ written: one }) => shareWords(one, state.words.get(id)));
  for (const { id, base_version } of save.removed) {
    const now = living.get(id);
    if (!now || written.has(id)) continue;
    // Words that were to be joined to what clashes, or stand in it too, are nowhere else.
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
  };
}

/** Of a passage that is named twice, what was written last. */
const lastOfEach = (changes: readonly SentPassage[]): SentPassage[] => [
  ...new Map(changes.map((one) => [one.id, one])).values(),
];

/** Whether all words of one of two passages stand in the other. */
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

/** A passage of a save, and those by which it is decided for whom it is. */
type Sourced = SentPassage & { sources: readonly string[] };

/**
 * Of a new passage whose writer does not say where its words come from, the one above it, and the one that it was meant to stand
 * behind: what is written behind a secret may go on with it. Where the one above goes by the same save, the next one counts, too.
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
 * For whom the passages of a save are, with the words that they take in. Words may go round: what is narrower than before is
 * passed on until nothing becomes narrower.
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

/** Undefined of one that is new and said to be made of others: it is for whom those are. */
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

/** One that is to stand behind none of the others; of a ring of them the first. */
function nextOf(waiting: ReadonlyMap<string, SentPassage>): SentPassage {
  const [first] = waiting.values();
  for (const sent of waiting.values()) if (!sent.after || !waiting.has(sent.after)) return sent;
  return first!;
}

/** Puts passages behind those that they are to stand behind; what is to stand behind another of them comes after that one. */
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
