import type { Candidate } from './candidates';
import type { Terms } from './terms';

/** BM25: how soon a word that comes again says nothing more, and how much long passages are held against them. */
export const K1 = 1.2;
export const B = 0.4;
/** What a word says that stands above a passage, in its headings or its document's title, in parts of one within it. */
const ABOVE = 1;
/** … and in parts of that again where it stands within the passage too. */
const ABOVE_AND_WITHIN = 0.5;
/** What is left to a passage of its worth that holds next to nothing of the question. */
const UNCOVERED = 0.25;

/** What is left to a heading, or a few words, of their worth where a question is asked: they name a thing, and say nothing of it. */
const NAMES = 0.6;
const FEW_WORDS = 5;

/** Stems of the question that stand above a passage. */
export type StemsAbove = ReadonlySet<string>;

/** How well a passage answers to a question's words, by what its viewer sees alone. */
export function score(
  { terms, meanLength, isQuestion }: Pick<Terms, 'terms' | 'meanLength' | 'isQuestion'>,
  { times, length, kind }: Pick<Candidate, 'times' | 'length' | 'kind'>,
  above: StemsAbove = new Set(),
): number {
  // A heading is short, and yet says less than what stands below it.
  const norm = K1 * (1 - B + (B * Math.max(length, meanLength)) / meanLength);
  let sum = 0;
  let covered = 0;
  let all = 0;
  for (const { stems, worth } of terms) {
    let within = 0;
    let over = 0;
    for (const [stem, gain] of stems) {
      const n = times[stem] ?? 0;
      if (n > 0) within = Math.max(within, (gain * n * (K1 + 1)) / (n + norm));
      if (above.has(stem)) over = Math.max(over, gain * ABOVE);
    }
    sum += within > 0 ? within + over * ABOVE_AND_WITHIN : over;
    all += worth;
    if (within > 0 || over > 0) covered += worth;
  }
  const says = saysOf(isQuestion, kind, length);
  return all === 0 ? 0 : says * sum * (UNCOVERED + ((1 - UNCOVERED) * covered) / all);
}

/** How much of a question stands in a title: 1 is all of it. */
export function share({ terms }: Pick<Terms, 'terms'>, stems: StemsAbove): number {
  const all = terms.reduce((sum, { worth }) => sum + worth, 0);
  if (all === 0) return 0;
  return (
    terms.reduce((sum, term) => {
      const gains = [...term.stems].filter(([stem]) => stems.has(stem)).map(([, gain]) => gain);
      return sum + Math.min(term.worth, Math.max(0, ...gains));
    }, 0) / all
  );
}

/** What a passage is worth that says the same as the question in other words, in parts of one that holds all its words. */
const MEANT = 0.75;

/** What a passage is worth by its words and by what it means, which is 1 where it means the same. */
export function withMeaning(
  { terms, isQuestion }: Pick<Terms, 'terms' | 'isQuestion'>,
  { length, kind }: Pick<Candidate, 'length' | 'kind'>,
  byWords: number,
  near: number,
): number {
  const worth = terms.reduce((sum, term) => sum + term.worth, 0);
  return byWords + MEANT * worth * saysOf(isQuestion, kind, length) * Math.max(0, near);
}

/** What is left of a passage's worth. */
const saysOf = (isQuestion: boolean, kind: string, length: number): number =>
  isQuestion && (kind === 'heading' || length <= FEW_WORDS) ? NAMES : 1;
