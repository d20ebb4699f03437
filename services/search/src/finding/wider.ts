import type { Wider } from '@tomekeeper/contracts-search';
import type { AskedWords } from './asked-words';

/** The same question with less in it: what it may be asked without, with what there is to ask then. */
export function widerQuestions(
  asked: AskedWords,
  hasFilters: boolean,
): { without: Wider; asked: AskedWords; keepsFilters: boolean }[] {
  return [
    ...(hasFilters ? [{ without: 'filters' as const, asked, keepsFilters: false }] : []),
    ...(asked.excluded.length > 0
      ? [{ without: 'exclusions' as const, asked: { ...asked, excluded: [] }, keepsFilters: true }]
      : []),
    ...(asked.phrases.length > 0
      ? [{ without: 'quotes' as const, asked: { ...asked, phrases: [] }, keepsFilters: true }]
      : []),
  ];
}
