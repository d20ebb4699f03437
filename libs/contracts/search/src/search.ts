import { hasNoControlCharacters, id } from '@tomekeeper/contracts-values';
import { z } from 'zod';

export const SEARCH_LIMITS = {
  /** UTF-16 units of a query. */
  queryLength: 200,
  /** Further words are ignored. */
  words: 24,
  /** Hits per response: maximum and default. */
  hits: 50,
  hitsByDefault: 20,
  /** Campaigns that a search without `campaign` covers. */
  campaigns: 20,
  /** UTF-16 units of a snippet, about. */
  snippetLength: 240,
  /** UTF-16 units of a heading in a path. */
  headingLength: 300,
  suggestions: 8,
  /** UTF-16 units of a question. */
  questionLength: 400,
  /** Passages that an answer quotes or points to. */
  passagesOfAnswer: 8,
  /** Drafts of one answer, and the passages that they point to. */
  hooks: 3,
  passagesOfDrafts: 40,
} as const;

const text = (name: string, max: number) =>
  z
    .string({ error: `${name} must be text.` })
    .trim()
    .min(1, { error: `${name} must not be empty.` })
    .max(max, { error: `${name} has at most ${max} characters.` })
    .refine(hasNoControlCharacters, { error: `${name} must not contain control characters.` });

/** An id in a body. */
export const idNamed = (name: string) =>
  z
    .string({ error: `${name} must be an id.` })
    .toLowerCase()
    .pipe(id);

/** Words, `"phrases"`, and exclusions: `-word`, `-"phrase"`. */
export const searchWords = text('q', SEARCH_LIMITS.queryLength);
export const questionText = text('question', SEARCH_LIMITS.questionLength);

const audience = (error?: string) =>
  z.enum(['gm', 'party', 'players'], error === undefined ? undefined : { error });

/** Query of `GET /api/search/`; without `campaign` all campaigns of the asker. */
export const searchQuery = z.object({
  q: searchWords,
  campaign: id.toLowerCase().optional(),
  limit: z.coerce
    .number({ error: 'limit must be a number.' })
    .int({ error: 'limit must be a whole number.' })
    .min(1, { error: 'limit must be at least 1.' })
    .max(SEARCH_LIMITS.hits, { error: `limit must be at most ${SEARCH_LIMITS.hits}.` })
    .default(SEARCH_LIMITS.hitsByDefault),
  /** Documents that were uploaded, or notes; to players every document is a note. */
  kind: z.enum(['file', 'note'], { error: 'kind must be file or note.' }).optional(),
  /** A tag, or a folder of tags; players see none. */
  tag: z.string().trim().min(1).max(80, { error: 'tag has at most 80 characters.' }).optional(),
  /** For GMs: audience of passages. Matches nothing for players, who don't see audiences. */
  audience: audience('audience must be gm, party or players.').optional(),
  /** Skips semantic search, which is slower, and adds `suggestions`. */
  typing: z
    .enum(['true', 'false'], { error: 'typing must be true or false.' })
    .transform((value) => value === 'true')
    .optional(),
  /** In one document. */
  document: id.toLowerCase().optional(),
});
export type SearchQuery = z.infer<typeof searchQuery>;

/** Parts of a text, with matches highlighted; concatenated, they are the text. */
export const snippet = z.array(z.object({ text: z.string(), match: z.boolean() }));
export type Snippet = z.infer<typeof snippet>;

/** A document, or a passage of one. */
export const searchHit = z.object({
  campaign: id,
  document: id,
  /** Absent for a hit in the title. */
  passage: id.optional(),
  /** As the asker knows the document. */
  title: z.string(),
  /** To players every document is a note. */
  kind: z.enum(['file', 'note']),
  /** Kind of the passage in the document service: `heading`, `paragraph`, `table` … */
  passage_kind: z.string().optional(),
  /** Headings above the passage that the asker sees, from the highest one. */
  heading_path: z.array(z.string()),
  /** The headings with highlighted matches; absent without matches. */
  heading_snippets: z.array(snippet).optional(),
  /** To GMs, of files with pages. */
  page: z.number().int().optional(),
  snippet,
  /** For GMs: audience of the passage or document. */
  audience: audience().optional(),
  /** To players, of a passage: some players of the campaign were chosen for it. */
  not_for_whole_party: z.literal(true).optional(),
});
export type SearchHit = z.infer<typeof searchHit>;

/** Query of `GET /api/search/suggest/`: the beginning of a title, a heading or a word. */
export const suggestQuery = z.object({ q: searchWords, campaign: id.toLowerCase() });
export type SuggestQuery = z.infer<typeof suggestQuery>;

/** A document, a member of the campaign, a heading, or a completed query. */
export const suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('document'), text: z.string(), document: id }),
  z.object({
    kind: z.literal('person'),
    text: z.string(),
    person: id,
    /** Role in the campaign: `owner`, `co_gm` or `player`. */
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

/** Relaxations of a query that would find something: without filters, exclusions or quotes. */
export const wider = z.enum(['filters', 'exclusions', 'quotes']);
export type Wider = z.infer<typeof wider>;

/** Words only, or with semantic search. */
export const searchMode = z.enum(['lexical', 'full']);
export type SearchMode = z.infer<typeof searchMode>;

/**
 * Response of `GET /api/search/`, best first. `did_you_mean` is a corrected query with words of the visible text.
 * Without hits, `searched` has the size of the visible text, and `wider` the relaxations that would find something.
 */
export const searchAnswer = z.object({
  hits: z.array(searchHit).max(SEARCH_LIMITS.hits),
  did_you_mean: z.string().optional(),
  /** With `typing`, in one campaign: titles, headings and words that begin with the query, best first. */
  suggestions: z.array(suggestion).max(SEARCH_LIMITS.suggestions).optional(),
  mode: searchMode,
  searched: z
    .object({
      campaigns: z.number().int().min(0),
      documents: z.number().int().min(0),
      passages: z.number().int().min(0),
    })
    .optional(),
  wider: z.array(wider).optional(),
  /** Campaigns that were skipped because their index lags behind a revocation. */
  catching_up: z.array(id).max(SEARCH_LIMITS.campaigns).optional(),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;
