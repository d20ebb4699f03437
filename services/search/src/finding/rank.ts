import type { Candidate } from './candidates';
import type { Terms } from './terms';

/** BM25: how soon a word that comes again says nothing more, and how much long passages are held against them. */
const K1 = 1.2;
const B = 0.6;
/** What a word says that stands above a passage, in its headings or its document's title, in parts of one within it. */
const ABOVE = 0.45;

/** Stems of the question that stand above a passage. */
export type StemsAbove = ReadonlySet<string>;

/** How well a passage answers to a question's words, by what its viewer sees alone. */
export function score(
  { terms, meanLength }: Pick<Terms, 'terms' | 'meanLength'>,
  { times, length }: Pick<Candidate, 'times' | 'length'>,
  above: StemsAbove = new Set(),
): number {
  const norm = K1 * (1 - B + (B * length) / meanLength);
  let sum = 0;
  for (const { stems } of terms) {
    let within = 0;
    let over = 0;
    for (const [stem, gain] of stems) {
      const n = times[stem] ?? 0;
      if (n > 0) within = Math.max(within, (gain * n * (K1 + 1)) / (n + norm));
      if (above.has(stem)) over = Math.max(over, gain * ABOVE);
    }
    sum += within > 0 ? within + over / 3 : over;
  }
  return sum;
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
