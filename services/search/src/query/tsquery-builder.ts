import { anyOf } from '../text/stems';

/** Stems of a query word, and the number of visible passages that contain one. */
export interface TermGroup {
  stems: readonly string[];
  frequency: number;
}

/** Maximum number of passages that single words may match. */
const SINGLE_WORD_BUDGET = 3_000;
/** Maximum number of passages that pairs of words may match. */
const PAIR_BUDGET = 3_000;
/** Assumed ratio of the co-occurrence of query words to their co-occurrence by chance. */
const COOCCURRENCE = 4;

/**
 * A tsquery that leaves few passages to rank: passages with a rare word of the query, or with two of its common
 * words. A single common word would never rank high. Uses the statistics of visible passages only.
 */
export function buildTsquery(groups: readonly TermGroup[], passageCount: number): string {
  const sorted = [...groups].sort(
    (a, b) => a.frequency - b.frequency || (anyOf(a.stems) < anyOf(b.stems) ? -1 : 1),
  );
  let sum = 0;
  const rare: TermGroup[] = [];
  for (const group of sorted) {
    sum += group.frequency;
    if (sum > SINGLE_WORD_BUDGET && rare.length > 0) break;
    rare.push(group);
  }
  const common = sorted.slice(rare.length);
  const pairs: string[] = [];
  let pairEstimate = 0;
  for (const [at, one] of common.entries())
    for (const other of common.slice(at + 1)) {
      pairEstimate += (COOCCURRENCE * one.frequency * other.frequency) / Math.max(1, passageCount);
      if (pairEstimate <= PAIR_BUDGET || pairs.length === 0) pairs.push(andQuery(one, other));
    }
  return [anyOf(rare.flatMap(({ stems }) => stems)), ...pairs].join(' | ');
}

const andQuery = (one: TermGroup, other: TermGroup): string =>
  `(${anyOf(one.stems)}) & (${anyOf(other.stems)})`;
