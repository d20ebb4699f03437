import { foldText } from '@tomekeeper/contracts-values';

/** Normalized words of a name: without case, diacritics and punctuation. */
const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Minimum word lengths for one and two typos. */
const ONE_SLIP = 4;
const TWO_SLIPS = 8;

/** Distance between a typed word and a word of a name. */
const RANK = { leads: 0, begins: 1, within: 2, slipped: 4 } as const;
/** Greater than any sum of word ranks, so that matches by name rank above matches by label. */
const BY_LABEL = 1_000;

/**
 * Items whose name or labels contain every query word, in any order, ignoring case and diacritics. Ranks names before labels,
 * then names that start with the query, then word prefixes; ties keep their order. Falls back to items within the typo distance
 * if none match.
 */
export function findByName<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  wanted: string,
  labelsOf: (item: Item) => readonly string[] = () => [],
): readonly Item[] {
  const typed = wordsOf(wanted);
  if (typed.length === 0) return items;
  const named = items.map((item) => ({
    item,
    words: wordsOf(nameOf(item)),
    labels: labelsOf(item).flatMap(wordsOf),
  }));
  const outright = ranked(named, typed, rankOf);
  return outright.length > 0
    ? outright
    : ranked(named, typed, (word, name) => rankOf(word, name) ?? slippedRankOf(word, name));
}

type Named<Item> = { item: Item; words: readonly string[]; labels: readonly string[] };
type Rank = (typed: string, name: string) => number | undefined;

function ranked<Item>(named: readonly Named<Item>[], typed: readonly string[], rank: Rank): Item[] {
  return named
    .map(({ item, words, labels }) => ({ item, total: totalRank(typed, words, labels, rank) }))
    .filter(({ total }) => total < Infinity)
    .sort((one, other) => one.total - other.total)
    .map(({ item }) => item);
}

function totalRank(
  typed: readonly string[],
  words: readonly string[],
  labels: readonly string[],
  rank: Rank,
): number {
  const best = (word: string) =>
    Math.min(
      ...words.map((name, index) => leading(rank(word, name), index) ?? Infinity),
      ...labels.map((label) => BY_LABEL + (rank(word, label) ?? Infinity)),
    );
  return typed.reduce((total, word) => total + best(word), 0);
}

/** A match at the start of the name ranks above a match of a later word. */
const leading = (rank: number | undefined, index: number): number | undefined =>
  rank === RANK.begins && index === 0 ? RANK.leads : rank;

function rankOf(typed: string, name: string): number | undefined {
  const at = name.indexOf(typed);
  if (at < 0) return undefined;
  return at === 0 ? RANK.begins : RANK.within;
}

function slippedRankOf(typed: string, name: string): number | undefined {
  const allowed = Number(typed.length >= ONE_SLIP) + Number(typed.length >= TWO_SLIPS);
  return allowed > 0 && slipsBetween(typed, name) <= allowed ? RANK.slipped : undefined;
}

/**
 * Edit distance (insertion, deletion, substitution, transposition) between the typed text and a prefix of a word: the user may
 * still be typing.
 */
function slipsBetween(typed: string, name: string): number {
  const width = Math.min(name.length, typed.length + 2);
  let before: number[] = [];
  let last = Array.from({ length: width + 1 }, (_, index) => index);
  for (let row = 1; row <= typed.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= width; column += 1) {
      const same = typed[row - 1] === name[column - 1];
      const swapped =
        row > 1 &&
        column > 1 &&
        typed[row - 1] === name[column - 2] &&
        typed[row - 2] === name[column - 1];
      next[column] = Math.min(
        (last[column - 1] ?? 0) + Number(!same),
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = last;
    last = next;
  }
  return Math.min(...last);
}
