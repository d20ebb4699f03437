import { useMemo } from 'react';
import { createApiClient } from '@tomekeeper/api-client';
import {
  askAnswer,
  draftsAnswer,
  searchAnswer,
  searchHit,
  searchMode,
  searchState,
  sessionResult,
  suggestion,
  type AskRequest,
  type DraftsRequest,
} from '@tomekeeper/contracts-search';
import { type Http, useShell, useViewAs } from '@tomekeeper/remote-kit';
import { z } from 'zod';

/** Ids are opaque to screens: a later service may format them differently. */
const opaqueId = z.string();

// Schemas of responses accept values that a later service may add.

const hit = searchHit.extend({
  campaign: opaqueId,
  document: opaqueId,
  passage: opaqueId.optional(),
  kind: z.string(),
  audience: searchHit.shape.audience.catch(undefined),
  heading_snippets: searchHit.shape.heading_snippets.catch(undefined),
});
export type Hit = z.infer<typeof hit>;

const session = sessionResult.extend({
  campaign: opaqueId,
  id: opaqueId,
  passages: z.array(hit.extend({ source: z.string() })),
});
export type SessionResult = z.infer<typeof session>;

const sessionFields = {
  asked_about: z.string().optional().catch(undefined),
  sessions: z.array(session).optional().catch(undefined),
};

const suggestions = z
  .array(suggestion.or(z.unknown().transform(() => undefined)))
  .transform((all) => all.filter((one) => one !== undefined));

const results = searchAnswer.extend({
  hits: z.array(hit),
  suggestions: suggestions.optional(),
  mode: searchMode.catch('lexical'),
  wider: z.array(z.string()).optional().catch(undefined),
  catching_up: z.array(opaqueId).optional().catch(undefined),
  ...sessionFields,
});
export type Results = z.infer<typeof results>;

const state = searchState.extend({
  mode: searchMode.catch('lexical'),
  lexical_because: searchState.shape.lexical_because.catch(undefined),
  meaning: searchState.shape.meaning.catch(undefined),
  answers: searchState.shape.answers.extend({
    drafts: z.array(z.string()).optional().catch(undefined),
  }),
});
export type State = z.infer<typeof state>;

const citation = z.object({
  document: opaqueId,
  passage: opaqueId,
  start: z.number(),
  end: z.number(),
});
export const answerPart = z.object({
  text: z.string(),
  citations: z.array(citation),
  is_unsupported: z.boolean().optional(),
});
export type AnswerPart = z.infer<typeof answerPart>;

export const answered = askAnswer.extend({
  answer: z.array(answerPart).nullable(),
  passages: z.array(hit),
  support: askAnswer.shape.support.catch(undefined),
  ...sessionFields,
});
export type Answered = z.infer<typeof answered>;

const drafted = draftsAnswer.extend({
  kind: z.string(),
  drafts: z.array(z.object({ parts: z.array(answerPart) })),
  passages: z.array(hit),
});

/** Data of the first event of a streamed answer. */
export const passagesRead = answered.pick({ passages: true, written_by: true });

/** Filters, named as in the address. */
export interface Filters {
  kind?: string | undefined;
  tag?: string | undefined;
  audience?: string | undefined;
}

export interface SearchRequest extends Filters {
  q: string;
  campaign: string | undefined;
  limit: number;
  /** Skips semantic search, and adds suggestions. */
  typing?: true;
}

/** Calls of the search service; with `viewAs`, responses are those of that player. */
export function createSearchApi(http: Http, viewAs?: string) {
  const api = createApiClient(http);
  return {
    search: (request: SearchRequest, signal?: AbortSignal): Promise<Results> =>
      api.get(`/api/search/?${queryOf(request)}`, { answer: results, signal, viewAs }),
    state: (campaign: string, signal?: AbortSignal): Promise<State> =>
      api.get(`/api/search/state/?${queryOf({ campaign })}`, { answer: state, signal, viewAs }),
    ask: (body: AskRequest, signal?: AbortSignal): Promise<Answered> =>
      api.post('/api/search/ask/', { body, answer: answered, signal, viewAs }),
    drafts: (body: DraftsRequest, signal?: AbortSignal) =>
      api.post('/api/search/drafts/', { body, answer: drafted, signal }),
    /** Allows or forbids external models for a campaign, for answers and for embeddings. GMs only. */
    setModelAccess: (campaign: string, answers_by_model: boolean): Promise<void> =>
      api.patch(`/api/campaigns/${encodeURIComponent(campaign)}/`, { body: { answers_by_model } }),
  };
}

const queryOf = (values: object): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  );

export function useSearchApi() {
  const { http } = useShell();
  const viewAs = useViewAs();
  return useMemo(() => createSearchApi(http, viewAs), [http, viewAs]);
}
