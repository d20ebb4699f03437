import { anyOf } from '../words/stems';

/** A word of a question: what it may be in the index, and in how many passages that stands. */
export interface Group {
  stems: readonly string[];
  frequency: number;
}

/** Passages that are ranked for words which are looked for by themselves. */
const ALONE = 3_000;
/** … and for those that are looked for together. */
const TOGETHER = 3_000;
/** Words of one question stand together oftener than by chance. */
const KINSHIP = 4;

/**
 * A question to the index that leaves few passages to rank: those with a rare word of the question, and those with two of its
 * common ones. What holds a single common word would not come near them. All that decides is what the viewer sees.
 */
export function lookedFor(groups: readonly Group[], passages: number): string {
  const sorted = [...groups].sort(
    (a, b) => a.frequency - b.frequency || (anyOf(a.stems) < anyOf(b.stems) ? -1 : 1),
  );
  let sum = 0;
  const isAlone = (group: Group, at: number) => (sum += group.frequency) <= ALONE || at === 0;
  const alone = sorted.filter(isAlone);
  const common = sorted.slice(alone.length);
  const pairs: string[] = [];
  let together = 0;
  for (const [at, one] of common.entries())
    for (const other of common.slice(at + 1)) {
      together += (KINSHIP * one.frequency * other.frequency) / Math.max(1, passages);
      if (together <= TOGETHER || pairs.length === 0) pairs.push(both(one, other));
    }
  return [anyOf(alone.flatMap(({ stems }) => stems)), ...pairs].join(' | ');
}

const both = (one: Group, other: Group): string =>
  `(${anyOf(one.stems)}) & (${anyOf(other.stems)})`;
