import type { FoundPassage } from '../finding/finder';
import { share } from '../finding/rank';
import { tokens, type Matches } from '../finding/snippet';
import type { Terms } from '../finding/terms';
import { quotationsOf, type Stretch } from './sentences';

/** A quotation that may answer a question. */
export interface Evidence extends Stretch {
  found: FoundPassage;
  /** How much of the question stands in it, or above it: 1 is all of it. */
  strength: number;
}

/** What stands in a heading or title above a quotation, in parts of what stands in it. */
const ABOVE = 0.8;
/** What stands elsewhere in the passage. */
const BESIDE = 0.7;
/** Below it nothing is said to be an answer, in so many passages; in ten times as many words meet by chance so much more. */
const ENOUGH = 0.5;
const ENOUGH_IN = 500;
const MORE_IN_TEN_TIMES = 0.075;

/** How strong a quotation has to be, of so many passages that the asker sees. */
export const enoughIn = (passages: number): number =>
  ENOUGH + MORE_IN_TEN_TIMES * Math.max(0, Math.log10(passages / ENOUGH_IN));

/**
 * Quotations of passages that were found, the strongest first. Words of the question that stand nowhere weigh as much as the
 * rarest ones: a question about what nobody wrote finds no evidence.
 */
export function evidenceOf(
  terms: Pick<Terms, 'terms'>,
  found: readonly FoundPassage[],
  matches: Matches,
): Evidence[] {
  const best = Math.max(...found.map(({ score }) => score), 0) || 1;
  const all = found.flatMap((one) => {
    const { passage } = one;
    // A heading asks; what stands below it answers.
    if (passage.kind === 'heading') return [];
    const marked = tokens(passage.text, matches).filter(({ stem }) => stem !== undefined);
    const whole = share(terms, new Set(Object.keys(passage.times)));
    const everywhere = share(terms, one.stems);
    return quotationsOf(passage.text).map((stretch) => {
      const held = marked.filter(({ start, end }) => start >= stretch.start && end <= stretch.end);
      const within = share(terms, new Set(held.flatMap(({ stem }) => stem ?? [])));
      const strength = within + (whole - within) * BESIDE + Math.max(0, everywhere - whole) * ABOVE;
      return {
        ...stretch,
        found: one,
        strength,
        rank: strength + within / 2 + one.score / best / 2,
      };
    });
  });
  return all.sort((a, b) => b.rank - a.rank).map(({ rank: _rank, ...evidence }) => evidence);
}
