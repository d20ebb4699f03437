import { hasNoControlCharacters, id, timestamp } from '@tomekeeper/contracts-values';
import { z } from 'zod';

export const SEARCH_LIMITS = {
  /** UTF-16 units of a query. */
  queryLength: 400,
  /** Further words are ignored. */
  words: 24,
  /** Hits per response: maximum and default. */
  hits: 50,
  hitsByDefault: 20,
  /** Campaigns that a search without `campaign` covers. */
  campaigns: 20,
  /** Approximate length of a snippet in UTF-16 code units. */
  snippetLength: 240,
  /** UTF-16 units of a heading in a path. */
  headingLength: 300,
  suggestions: 8,
  /** UTF-16 units of a question. */
  questionLength: 400,
  /** Maximum passages that an answer cites. */
  passagesOfAnswer: 8,
  /** Maximum drafts per response, and passages that they cite. */
  hooks: 3,
  passagesOfDrafts: 40,
  /** Sessions that a question about time names, and passages of each. */
  sessions: 2,
  passagesOfSession: 20,
} as const;

const text = (name: string, max: number) =>
  z
    .string({ error: `${name} must be text.` })
    .trim()
    .min(1, { error: `${name} must not be empty.` })
    .max(max, { error: `${name} has at most ${max} characters.` })
    .refine(hasNoControlCharacters, { error: `${name} must not contain control characters.` });

/** Id in a request body. */
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

/** Query of `GET /api/search/`; without `campaign` it searches all campaigns of the viewer. */
export const searchQuery = z.object({
  q: searchWords,
  campaign: id.toLowerCase().optional(),
  limit: z.coerce
    .number({ error: 'limit must be a number.' })
    .int({ error: 'limit must be a whole number.' })
    .min(1, { error: 'limit must be at least 1.' })
    .max(SEARCH_LIMITS.hits, { error: `limit must be at most ${SEARCH_LIMITS.hits}.` })
    .default(SEARCH_LIMITS.hitsByDefault),
  /** Uploaded files or notes; for players every document is a note. */
  kind: z.enum(['file', 'note'], { error: 'kind must be file or note.' }).optional(),
  /** A tag or a folder of tags; for players one of the folders that GMs share. */
  tag: z.string().trim().min(1).max(80, { error: 'tag has at most 80 characters.' }).optional(),
  /** For GMs: audience of passages. Matches nothing for players, who don't see audiences. */
  audience: audience('audience must be gm, party or players.').optional(),
  /**
   * Adds `suggestions`, and skips slow work: semantic search, hits of a single letter, and `searched` and `wider` of an
   * empty result.
   */
  typing: z
    .enum(['true', 'false'], { error: 'typing must be true or false.' })
    .transform((value) => value === 'true')
    .optional(),
  /** Restricts the search to one document. */
  document: id.toLowerCase().optional(),
});
export type SearchQuery = z.infer<typeof searchQuery>;

/** Parts of a text, with matches highlighted; concatenated, they are the text. */
export const snippet = z.array(z.object({ text: z.string(), match: z.boolean() }));
export type Snippet = z.infer<typeof snippet>;

/** A matching document or passage. */
export const searchHit = z.object({
  campaign: id,
  document: id,
  /** Absent for a hit in the title. */
  passage: id.optional(),
  /** Title as the viewer sees it. */
  title: z.string(),
  /** For players every document is a note. */
  kind: z.enum(['file', 'note']),
  /** Kind of the passage in the document service: `heading`, `paragraph`, `table` … */
  passage_kind: z.string().optional(),
  /** Visible headings above the passage, from the highest level. */
  heading_path: z.array(z.string()),
  /** The headings with highlighted matches; absent without matches. */
  heading_snippets: z.array(snippet).optional(),
  /** For GMs, for paginated files. */
  page: z.number().int().optional(),
  snippet,
  /** For GMs: audience of the passage or document. */
  audience: audience().optional(),
  /** For players, for a passage: only chosen players see it. */
  not_for_whole_party: z.literal(true).optional(),
  /** A player's note: the viewer's own or a shared one. */
  player_note: z.literal(true).optional(),
});
export type SearchHit = z.infer<typeof searchHit>;

/**
 * Subject of a question about time: a session by its number, the last or next one, where the party left off, loose ends, or the
 * session in which something first appeared.
 */
export const timeQuestionKind = z.enum([
  'number',
  'last',
  'next',
  'left_off',
  'loose_ends',
  'first_seen',
]);
export type TimeQuestionKind = z.infer<typeof timeQuestionKind>;

/**
 * Origin of a session's passage: its recap, content that became visible to players during the session, a document named after the
 * session, or, for GMs, its plan.
 */
export const sessionSource = z.enum(['recap', 'revealed', 'document', 'plan']);
export type SessionSource = z.infer<typeof sessionSource>;

/** A game session as the viewer sees it, with passages that the viewer sees, in order of time. */
export const sessionResult = z.object({
  campaign: id,
  id,
  number: z.number().int().nullable(),
  title: z.string().nullable(),
  starts_at: timestamp.nullable(),
  /** Zone in which the GM entered `starts_at`. */
  time_zone: z.string().nullable(),
  started_at: timestamp.nullable(),
  /** `planned`, `running` or `closed`. */
  state: z.string(),
  /** Empty while typing. */
  passages: z
    .array(searchHit.extend({ source: sessionSource }))
    .max(SEARCH_LIMITS.passagesOfSession),
  /** For GMs, for loose ends: texts of open checklist items. */
  open_items: z.array(z.string()).optional(),
});
export type SessionResult = z.infer<typeof sessionResult>;

/** Fields of a response to a question about time, absent for all other texts. `sessions` is empty if no session matches. */
export const sessionFields = {
  asked_about: timeQuestionKind.optional(),
  sessions: z.array(sessionResult).max(SEARCH_LIMITS.sessions).optional(),
};

/** Query of `GET /api/search/suggest/`: prefix of a title, heading or word. */
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

/** Response of `GET /api/search/suggest/`, best first. */
export const suggestAnswer = z.object({
  suggestions: z.array(suggestion).max(SEARCH_LIMITS.suggestions),
});
export type SuggestAnswer = z.infer<typeof suggestAnswer>;

/** Relaxations of a query that would find something: without filters, exclusions or quotes. */
export const wider = z.enum(['filters', 'exclusions', 'quotes']);
export type Wider = z.infer<typeof wider>;

/** `full` once semantic search covers all passages that the viewer sees; until then, `lexical`. */
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
  /** In one campaign, without filters. */
  ...sessionFields,
});
export type SearchAnswer = z.infer<typeof searchAnswer>;
