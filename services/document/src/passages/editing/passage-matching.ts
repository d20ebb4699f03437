import type { PassageContent } from '@tomekeeper/contracts-document';
import { GM_CLASS, PARTY_CLASS } from '@tomekeeper/visibility';
import { stretchesOf } from '../content/links';
import { isSecret } from '../content/secret';

// When a file is replaced or extracted by a newer extractor, matching passages keep their ids, and with them their
// audience and section properties.

export interface KnownPassage {
  id: string;
  kind: string;
  text: string;
  /** Of a picture: its id, the same for the same picture. */
  image: string | null;
  /** Link targets and the secret mark: see {@link linkTargets}. */
  leads?: string;
  /** Whether secret markup makes it GM only. */
  isSecret?: boolean;
  /** Null if the audience is the document's. */
  audience_class: string | null;
  /** Handouts with a visible copy, and its class in each; null or absent if there are none. */
  copies?: string | null;
}

export type NewPassage = Pick<KnownPassage, 'kind' | 'text' | 'image' | 'leads' | 'isSecret'>;

export interface MatchedPassage {
  /** Undefined for a new passage. */
  id: string | undefined;
  audience_class: string | null;
  /** Whether the passage is certainly the same. */
  isSame: boolean;
}

/**
 * Matches the passages of a text with those of the previous text. New or changed passages are GM only in a document
 * that ever had hidden passages, until a GM changes that. New or changed passages in secret markup are GM only in every
 * document.
 */
export function matchPassages(
  before: readonly KnownPassage[],
  after: readonly NewPassage[],
  { everHidden, is_spoilers = false }: { everHidden: boolean; is_spoilers?: boolean },
): MatchedPassage[] {
  const matches = new Matches(before, after);
  matches.inSequence();
  matches.moved();
  // Whether a passage stays visible must not depend on hidden passages between, so each audience is matched separately.
  for (const places of audiencesApart(before, is_spoilers)) matches.pairAlone(places);
  matches.byNeighbours();
  const isHiding = everHidden || before.some((one) => one.audience_class !== null);
  const unsure = textsOfUnsureAudience(before, after, matches);
  return after.map((passage, at) => {
    const from = matches.ofNew[at];
    const known = from === undefined ? undefined : before[from];
    const isSame =
      known !== undefined &&
      keyOf(known) === keyOf(passage) &&
      known.image === passage.image &&
      known.leads === passage.leads;
    const own = known?.audience_class ?? null;
    if (passage.isSecret && !isSame)
      return { id: known?.id, audience_class: GM_CLASS, isSame: false };
    if (!isHiding) return { id: known?.id, audience_class: own, isSame };
    const keeps = isSame && !unsure.has(keyOf(passage));
    return { id: known?.id, audience_class: keeps ? own : GM_CLASS, isSame: keeps };
  });
}

/**
 * Positions of passages by audience and handouts, without GM-only passages and without texts that occur for several
 * audiences.
 */
function audiencesApart(before: readonly KnownPassage[], is_spoilers: boolean): number[][] {
  const own = before.map(({ audience_class, copies }) => {
    const inDocument = audience_class ?? (is_spoilers ? GM_CLASS : PARTY_CLASS);
    return copies ? `${inDocument} ${copies}` : inDocument;
  });
  const shared = new Set(
    [...placesByKey(before)].flatMap(([key, places]) =>
      new Set(places.map((at) => own[at])).size > 1 ? [key] : [],
    ),
  );
  const byAudience = new Map<string, number[]>();
  before.forEach((passage, at) => {
    const audience = own[at] ?? GM_CLASS;
    if (audience === GM_CLASS || shared.has(keyOf(passage))) return;
    const places = byAudience.get(audience);
    if (places) places.push(at);
    else byAudience.set(audience, [at]);
  });
  return [...byAudience.values()];
}

/** External link targets of a passage and its secret mark: passages with equal text can differ in these. */
export const linkTargets = (content: PassageContent): string =>
  JSON.stringify([
    isSecret({ content }),
    ...stretchesOf(content).flatMap(({ href }) =>
      href === undefined || href.startsWith('#') ? [] : [href],
    ),
  ]);

const keyOf = ({ kind, text }: NewPassage): string => `${kind}\n${text}`;

/** Texts that stand several times, with different audiences, and not as often as before: which is which is not known. */
function textsOfUnsureAudience(
  before: readonly KnownPassage[],
  after: readonly NewPassage[],
  matches: Matches,
): Set<string> {
  const [old, now] = [placesByKey(before), placesByKey(after)];
  return new Set(
    [...old].flatMap(([key, places]) => {
      const audiences = new Set(places.map((at) => before[at]?.audience_class));
      const found = now.get(key) ?? [];
      const isOneForOne =
        found.length === places.length &&
        found.every((at, index) => matches.ofNew[at] === places[index]);
      return audiences.size > 1 && !isOneForOne ? [key] : [];
    }),
  );
}

function placesByKey(passages: readonly NewPassage[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  passages.forEach((passage, at) => {
    const key = keyOf(passage);
    const known = places.get(key);
    if (known) known.push(at);
    else places.set(key, [at]);
  });
  return places;
}

/** A stretch of the text before and of the one after, from the first up to the second of each pair. */
type Stretch = readonly [old: readonly [number, number], now: readonly [number, number]];

/** Up to this many pairs, a stretch is compared each with each. */
const COMPARED = 1_000_000;
/** Of texts that stand elsewhere now, shorter ones may be others by chance. */
const SURE_LENGTH = 20;
/** Minimum share of words that a passage has in common with its predecessor. */
const ALIKE = 0.6;

class Matches {
  /** By place after, the place before. */
  readonly ofNew: (number | undefined)[];
  private readonly oldKeys: string[];
  private readonly newKeys: string[];
  private readonly taken = new Set<number>();

  constructor(
    private readonly before: readonly KnownPassage[],
    private readonly after: readonly NewPassage[],
  ) {
    this.ofNew = after.map(() => undefined);
    this.oldKeys = before.map(keyOf);
    this.newKeys = after.map(keyOf);
  }

  /** Matches equal texts in the same order. */
  inSequence(): void {
    const todo: Stretch[] = [
      [
        [0, this.before.length],
        [0, this.after.length],
      ],
    ];
    for (let next = todo.pop(); next; next = todo.pop()) todo.push(...this.compare(next));
  }

  /** Texts that stand once before and once after, wherever. */
  moved(): void {
    const left = (places: Map<string, number[]>, isLeft: (at: number) => boolean) =>
      new Map([...places].map(([key, all]) => [key, all.filter(isLeft)] as const));
    const old = left(placesByKey(this.before), (at) => !this.taken.has(at));
    for (const [key, places] of left(
      placesByKey(this.after),
      (at) => this.ofNew[at] === undefined,
    )) {
      const [from, ...others] = old.get(key) ?? [];
      const [to, ...more] = places;
      if (from === undefined || to === undefined || others.length + more.length > 0) continue;
      if ((this.after[to]?.text.length ?? 0) >= SURE_LENGTH) this.pair(from, to);
    }
  }

  /** Pairs the texts of these places as if there were no others, before and after. */
  pairAlone(places: readonly number[]): void {
    const keys = new Set(places.map((at) => this.oldKeys[at] ?? ''));
    const now = [...this.after.keys()].filter((at) => keys.has(this.newKeys[at] ?? ''));
    const alone = new Matches(
      places.flatMap((at) => this.before[at] ?? []),
      now.flatMap((at) => this.after[at] ?? []),
    );
    alone.inSequence();
    alone.moved();
    for (const at of places) this.taken.delete(at);
    now.forEach((to, at) => {
      const from = places[alone.ofNew[at] ?? -1];
      this.ofNew[to] = undefined;
      if (from !== undefined) this.pair(from, to);
    });
  }

  /** Matches a single passage between the same neighbors if it has the same kind and similar text. */
  byNeighbours(): void {
    this.after.forEach((passage, at) => {
      if (this.ofNew[at] !== undefined) return;
      const [previous, next] = [
        at === 0 ? -1 : this.ofNew[at - 1],
        at === this.after.length - 1 ? this.before.length : this.ofNew[at + 1],
      ];
      if (previous === undefined || next !== previous + 2) return;
      // Passages with equal text are already decided.
      if (this.oldKeys[previous + 1] === this.newKeys[at]) return;
      const known = this.before[previous + 1];
      if (!known || this.taken.has(previous + 1) || known.kind !== passage.kind) return;
      if (areAlike(known.text, passage.text)) this.pair(previous + 1, at);
    });
  }

  /** Pairs equal passages of a range. @returns the ranges between pairs */
  private compare([[oldBegin, oldEnd], [newBegin, newEnd]]: Stretch): Stretch[] {
    let [a, b, x, y] = [oldBegin, oldEnd, newBegin, newEnd];
    while (a < b && x < y && this.oldKeys[a] === this.newKeys[x]) this.pair(a++, x++);
    while (a < b && x < y && this.oldKeys[b - 1] === this.newKeys[y - 1]) this.pair(--b, --y);
    if (a === b || x === y) return [];
    const anchors = this.anchors([a, b], [x, y]);
    if (anchors.length === 0) {
      if ((b - a) * (y - x) <= COMPARED) this.pairLongest([a, b], [x, y]);
      return [];
    }
    const ends = [...anchors, [b, y] as const];
    return ends.map(([old, now], at) => {
      const [oldBefore, newBefore] = anchors[at - 1] ?? [a - 1, x - 1];
      return [
        [oldBefore + 1, old],
        [newBefore + 1, now],
      ];
    });
  }

  /** Texts that stand once on either side, as many as are in the same order; paired. */
  private anchors(
    old: readonly [number, number],
    now: readonly [number, number],
  ): (readonly [number, number])[] {
    const once = (keys: readonly string[], [begin, end]: readonly [number, number]) => {
      const places = new Map<string, number>();
      for (let at = begin; at < end; at += 1) {
        const key = keys[at] ?? '';
        places.set(key, places.has(key) ? -1 : at);
      }
      return places;
    };
    const [oldOnce, newOnce] = [once(this.oldKeys, old), once(this.newKeys, now)];
    const pairs = [...oldOnce].flatMap(([key, from]) => {
      const to = newOnce.get(key) ?? -1;
      return from < 0 || to < 0 ? [] : [[from, to] as const];
    });
    const chosen = longestRising(pairs.map(([, to]) => to)).flatMap((at) => {
      const pair = pairs[at];
      return pair ? [pair] : [];
    });
    for (const [from, to] of chosen) this.pair(from, to);
    return chosen;
  }

  /** The longest common sequence of a short stretch. */
  private pairLongest([a, b]: readonly [number, number], [x, y]: readonly [number, number]): void {
    const width = y - x + 1;
    const lengths = new Uint32Array((b - a + 1) * width);
    const lengthAt = (old: number, now: number) => lengths[(old - a) * width + now - x] ?? 0;
    for (let old = b - 1; old >= a; old -= 1)
      for (let now = y - 1; now >= x; now -= 1)
        lengths[(old - a) * width + now - x] =
          this.oldKeys[old] === this.newKeys[now]
            ? lengthAt(old + 1, now + 1) + 1
            : Math.max(lengthAt(old + 1, now), lengthAt(old, now + 1));
    for (let old = a, now = x; old < b && now < y;)
      if (this.oldKeys[old] === this.newKeys[now]) this.pair(old++, now++);
      else if (lengthAt(old + 1, now) >= lengthAt(old, now + 1)) old += 1;
      else now += 1;
  }

  private pair(from: number, to: number): void {
    this.ofNew[to] = from;
    this.taken.add(from);
  }
}

/** Indices of a longest rising part of a list of different numbers. */
function longestRising(numbers: readonly number[]): number[] {
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  numbers.forEach((number, at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous[at] = ends[low - 1];
    ends[low] = at;
  });
  const chosen: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) chosen.push(at);
  return chosen.reverse();
}

function areAlike(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const common = [...words].filter((word) => others.has(word)).length;
  return common / Math.max(words.size, others.size, 1) >= ALIKE;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
