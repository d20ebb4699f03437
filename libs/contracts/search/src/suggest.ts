import { id } from '@tomekeeper/contracts-values';
import { z } from 'zod';
import { SEARCH_LIMITS, searchWords } from './find';

/** Query of `GET /api/search/suggest/`: the beginning of a title, a heading or a word. */
export const suggestQuery = z.object({ q: searchWords, campaign: id.toLowerCase() });
export type SuggestQuery = z.infer<typeof suggestQuery>;

/** A document by its title, somebody of the campaign, a passage that is a heading, or a word to look for. */
export const suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('document'), text: z.string(), document: id }),
  z.object({
    kind: z.literal('person'),
    text: z.string(),
    person: id,
    /** What they are in the campaign: `owner`, `co_gm` or `player`. */
    role: z.string(),
  }),
  z.object({ kind: z.literal('heading'), text: z.string(), document: id, passage: id }),
  z.object({ kind: z.literal('word'), text: z.string() }),
]);
export type Suggestion = z.infer<typeof suggestion>;

/** Answer of `GET /api/search/suggest/`, best first. */
export const suggestAnswer = z.object({
  suggestions: z.array(suggestion).max(SEARCH_LIMITS.suggestions),
});
export type SuggestAnswer = z.infer<typeof suggestAnswer>;
