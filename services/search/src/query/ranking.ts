import { hasRows, MAX_QUOTATION_LENGTH, rowsOf, splitSentences } from '../text/sentences';
import type { Candidate } from './candidates';
import { tokens, type Matches } from './snippet';
import type { WeightedQuery } from './term-weights';

/** BM25 parameters: saturation of the term frequency, and normalization by length. */
export const K1 = 1.2;
export const B = 0.4;
/** Weight of a match in headings or title, relative to a match in the passage. */
const HEADING_WEIGHT = 1;
/** The same for words that also match in the passage. */
const REPEATED_HEADING_WEIGHT = 0.5;
/** Factor for passages that match almost nothing of the query. */
const MIN_COVERAGE_FACTOR = 0.25;

/** Factor for headings and short passages as results of questions: labels don't answer. */
const LABEL_FACTOR = 0.6;
/** Passages and quotations with at most so many words are labels. */
export const FEW_WORDS = 5;

/** Query stems in headings and title of a passage. */
export type StemsAbove = ReadonlySet<string>;

/** BM25 score of a passage, from the statistics of the viewer. */
export function scorePassage(
  { terms, meanLength, isQuestion }: Pick<WeightedQuery, 'terms' | 'meanLength' | 'isQuestion'>,
  { frequencies, length, kind }: Pick<Candidate, 'frequencies' | 'length' | 'kind'>,
  above: StemsAbove = new Set(),
): number {
  // Short headings must not score higher than the text below.
  const norm = K1 * (1 - B + (B * Math.max(length, meanLength)) / meanLength);
  let sum = 0;
  let covered = 0;
  let all = 0;
  for (const { stems, worth } of terms) {
    let within = 0;
    let over = 0;
    for (const [stem, gain] of stems) {
      const n = frequencies[stem] ?? 0;
      if (n > 0) within = Math.max(within, (gain * n * (K1 + 1)) / (n + norm));
      if (above.has(stem)) over = Math.max(over, gain * HEADING_WEIGHT);
    }
    sum += within > 0 ? within + over * REPEATED_HEADING_WEIGHT : over;
    all += worth;
    if (within > 0 || over > 0) covered += worth;
  }
  const says = contentFactor(isQuestion, kind, length);
  return all === 0
    ? 0
    : says * sum * (MIN_COVERAGE_FACTOR + ((1 - MIN_COVERAGE_FACTOR) * covered) / all);
}

/** Part of a query that matches, from 0 to 1. */
export function coverage({ terms }: Pick<WeightedQuery, 'terms'>, stems: StemsAbove): number {
  const all = terms.reduce((sum, { worth }) => sum + worth, 0);
  if (all === 0) return 0;
  return (
    terms.reduce((sum, term) => {
      const gains = [...term.stems].filter(([stem]) => stems.has(stem)).map(([, gain]) => gain);
      return sum + Math.min(term.worth, Math.max(0, ...gains));
    }, 0) / all
  );
}

/** Weight of full semantic similarity, relative to a match of all words. */
const SIMILARITY_WEIGHT = 0.75;

/** Adds semantic similarity to a lexical score. @param near from 0 to 1 */
export function addSimilarity(
  { terms, isQuestion }: Pick<WeightedQuery, 'terms' | 'isQuestion'>,
  { length, kind }: Pick<Candidate, 'length' | 'kind'>,
  byWords: number,
  near: number,
): number {
  const worth = terms.reduce((sum, term) => sum + term.worth, 0);
  return (
    byWords +
    SIMILARITY_WEIGHT * worth * contentFactor(isQuestion, kind, length) * Math.max(0, near)
  );
}

/** The sentence or row that covers most of a query, the first of equal ones. */
export function bestSentence(
  query: Pick<WeightedQuery, 'terms'>,
  { text, kind }: Pick<Candidate, 'text' | 'kind'>,
  matches: Matches,
): string {
  const all = tokens(text, matches);
  const sentences = hasRows({ kind, text }) ? rowsOf(text) : splitSentences(text);
  const [best] = sentences
    .map(({ start, end }) => {
      const within = all.filter((one) => one.start >= start && one.end <= end);
      const covered = coverage(query, new Set(within.flatMap(({ stem }) => stem ?? [])));
      return { sentence: text.slice(start, end), covered };
    })
    .sort((a, b) => b.covered - a.covered);
  return (best?.sentence ?? text).slice(0, MAX_QUOTATION_LENGTH);
}

const contentFactor = (isQuestion: boolean, kind: string, length: number): number =>
  isQuestion && (kind === 'heading' || length <= FEW_WORDS) ? LABEL_FACTOR : 1;
