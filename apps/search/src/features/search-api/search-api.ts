import { useMemo } from 'react';
import { createApiClient } from '@tomekeeper/api-client';
import {
  askAnswer,
  draftsAnswer,
  searchAnswer,
  searchHit,
  searchMode,
  searchState,
  suggestAnswer,
  type AskRequest,
  type DraftsRequest,
} from '@tomekeeper/contracts-search';
import { type Http, useShell, useViewAs } from '@tomekeeper/remote-kit';
import { z } from 'zod';

/** To the screens an id is a name to hand back, whatever it looks like. */
const opaqueId = z.string();

/** What a later service may say in another way. */
const hit = searchHit.extend({
  campaign: opaqueId,
  document: opaqueId,
  passage: opaqueId.optional(),
  kind: z.string(),
  audience: searchHit.shape.audience.catch(undefined),
  heading_snippets: searchHit.shape.heading_snippets.catch(undefined),
});
export type Hit = z.infer<typeof hit>;

const found = searchAnswer.extend({
  hits: z.array(hit),
  mode: searchMode.catch('lexical'),
  wider: z.array(z.string()).optional().catch(undefined),
  catching_up: z.array(opaqueId).optional().catch(undefined),
});
export type Found = z.infer<typeof found>;

/** A kind of suggestion that is not known yet is left out. */
const suggested = z.object({
  suggestions: z.array(
    suggestAnswer.shape.suggestions.element.or(z.unknown().transform(() => undefined)),
  ),
});

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
});
export type Answered = z.infer<typeof answered>;

/** Answers of the model to what it was to draft. */
const drafted = draftsAnswer.extend({
  kind: z.string(),
  drafts: z.array(z.object({ parts: z.array(answerPart) })),
  passages: z.array(hit),
});
export type Drafted = z.infer<typeof drafted>;

/** What is read before an answer stands. */
export const passagesRead = answered.pick({ passages: true, written_by: true });

/** Filters of a question, as the address names them. */
export interface Filters {
  kind?: string | undefined;
  tag?: string | undefined;
  audience?: string | undefined;
}

/** The search service's calls; with `viewAs` what is read is what that player would get. */
export function createSearchApi(http: Http, viewAs?: string) {
  const api = createApiClient(http);
  return {
    find(
      {
        q,
        campaign,
        limit,
        isTyping = false,
        ...filters
      }: { q: string; campaign?: string; limit?: number; isTyping?: boolean } & Filters,
      signal?: AbortSignal,
    ): Promise<Found> {
      const typing = isTyping ? 'true' : undefined;
      const query = queryOf({ q, campaign, limit: limit?.toString(), typing, ...filters });
      return api.get(`/api/search/?${query}`, { answer: found, signal, viewAs });
    },
    async suggest(q: string, campaign: string, signal?: AbortSignal) {
      const path = `/api/search/suggest/?${queryOf({ q, campaign })}`;
      const { suggestions } = await api.get(path, { answer: suggested, signal, viewAs });
      return suggestions.filter((one) => one !== undefined);
    },
    state: (campaign: string, signal?: AbortSignal): Promise<State> =>
      api.get(`/api/search/state/?${queryOf({ campaign })}`, { answer: state, signal, viewAs }),
    ask: (body: AskRequest, signal?: AbortSignal): Promise<Answered> =>
      api.post('/api/search/ask/', { body, answer: answered, signal, viewAs }),
    drafts: (body: DraftsRequest, signal?: AbortSignal): Promise<Drafted> =>
      api.post('/api/search/drafts/', { body, answer: drafted, signal }),
    /** Lets outside models read the campaign, to write answers and to find what is said in other words, or not. For GMs. */
    letModelsRead: (campaign: string, answers_by_model: boolean): Promise<void> =>
      api.patch(`/api/campaigns/${encodeURIComponent(campaign)}/`, { body: { answers_by_model } }),
  };
}

const queryOf = (values: Readonly<Record<string, string | undefined>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );

export function useSearchApi() {
  const { http } = useShell();
  const viewAs = useViewAs();
  return useMemo(() => createSearchApi(http, viewAs), [http, viewAs]);
}
