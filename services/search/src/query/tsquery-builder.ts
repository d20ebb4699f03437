import { anyOf } from '../text/stems';

/** Stems of a query word, and the number of passages that contain one. */
export interface TermGroup {
  stems: readonly string[];
  frequency: number;
}

/** Maximum number of passages for words that match alone. */
const MAX_ALONE = 3_000;
/** Maximum number of passages for pairs of words. */
const MAX_IN_PAIRS = 3_000;
/** Factor for the co-occurrence of query words, relative to chance. */
const COOCCURRENCE = 4;

/**
 * A tsquery that leaves few passages to rank: passages with a rare word of the query, or with two of its common
 * words. A single common word would never rank high. Depends on visible text only.
 */
export function buildTsquery(groups: readonly TermGroup[], passages: number): string {
  const sorted = [...groups].sort(
    (a, b) => a.frequency - b.frequency || (anyOf(a.stems) < anyOf(b.stems) ? -1 : 1),
  );
  let sum = 0;
  const isAlone = (group: TermGroup, at: number) =>
    (sum += group.frequency) <= MAX_ALONE || at === 0;
  const alone = sorted.filter(isAlone);
  const common = sorted.slice(alone.length);
  const pairs: string[] = [];
  let together = 0;
  for (const [at, one] of common.entries())
    for (const other of common.slice(at + 1)) {
      together += (COOCCURRENCE * one.frequency * other.frequency) / Math.max(1, passages);
      if (together <= MAX_IN_PAIRS || pairs.length === 0) pairs.push(both(one, other));
    }
  return [anyOf(alone.flatMap(({ stems }) => stems)), ...pairs].join(' | ');
}

const both = (one: TermGroup, other: TermGroup): string =>
  `(${anyOf(one.stems)}) & (${anyOf(other.stems)})`;
