import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  checklistItem,
  gameSession,
  gameSessionDetail,
  type CreateSessionRequest,
  type UpdateChecklistItemRequest,
  type UpdateSessionRequest,
} from '@tomekeeper/contracts-campaign';
import { displayTitle, type CreateRecapRequest } from '@tomekeeper/contracts-document';
import { useShell, useViewAs, type Http } from '@tomekeeper/remote-kit';

/** Screens treat ids as opaque strings. */
const id = z.string();
const moment = z.string().nullable();

const fields = {
  id,
  starts_at: moment,
  started_at: moment,
  closed_at: moment,
  plan: id.nullable().optional(),
  recap: id.nullable().optional(),
};
const session = gameSession.extend(fields);
export type Session = z.infer<typeof session>;

const item = checklistItem.extend({ id });
export type ChecklistItem = z.infer<typeof item>;

const detail = gameSessionDetail.extend({
  ...fields,
  members: z.array(gameSessionDetail.shape.members.element.extend({ person: id })),
  checklist_items: z.array(item).optional(),
});
export type SessionDetail = z.infer<typeof detail>;

const recapOfSession = z.object({ recap: z.object({ id, title: z.string() }).nullable() });

const createdNote = z.object({ id });

const documents = z.array(
  z.object({
    id,
    original_filename: z.string(),

    is_spoilers: z.boolean(),
  }),
);

/** A document of the campaign. */
export interface NamedDocument {
  id: string;
  title: string;
  /** Whether the whole party sees its title. */
  isPublic: boolean;
}

interface NewNote {
  campaign: string;
  title: string;
  /** Makes a retry return the first note. */
  idempotency_key: string;
}

/** Query keys. */
export const sessionKeys = {
  list: (campaign: string, viewAs: string | undefined) => ['sessions', campaign, viewAs],
  one: (campaign: string, session: string, viewAs: string | undefined) => [
    'sessions',
    campaign,
    viewAs,
    session,
  ],
  recap: (campaign: string, startedAt: string, viewAs: string | undefined) => [
    'recap',
    campaign,
    viewAs,
    startedAt,
  ],
} as const;

function createSessionsApi(http: Http, viewAs: string | undefined) {
  const api = createApiClient(http);
  const all = (campaign: string) => `/api/campaigns/${encodeURIComponent(campaign)}/sessions/`;
  const one = (campaign: string, session: string) =>
    `${all(campaign)}${encodeURIComponent(session)}/`;
  const items = (campaign: string, session: string) => `${one(campaign, session)}checklist/`;
  return {
    /** Latest first. */
    list: (campaign: string, signal?: AbortSignal) =>
      api.get(all(campaign), { answer: z.array(session), signal, viewAs }),
    get: (campaign: string, id: string, signal?: AbortSignal) =>
      api.get(one(campaign, id), { answer: detail, signal, viewAs }),
    create: (campaign: string, body: CreateSessionRequest) =>
      api.post(all(campaign), { body, answer: detail }),
    update: (campaign: string, id: string, body: UpdateSessionRequest) =>
      api.patch(one(campaign, id), { body, answer: detail }),
    delete: (campaign: string, id: string) => api.delete(one(campaign, id)),
    createItem: (campaign: string, id: string, text: string) =>
      api.post(items(campaign, id), { body: { text }, answer: item }),
    updateItem: (
      campaign: string,
      id: string,
      { id: one, ...body }: UpdateChecklistItemRequest & { id: string },
    ) => api.patch(`${items(campaign, id)}${encodeURIComponent(one)}/`, { body, answer: item }),
    deleteItem: (campaign: string, id: string, one: string) =>
      api.delete(`${items(campaign, id)}${encodeURIComponent(one)}/`),
    /** Documents whose title contains the word “session”, as GMs see them. */
    async documentsNamedSession(campaign: string, signal?: AbortSignal): Promise<NamedDocument[]> {
      const query = new URLSearchParams({ campaign, q: 'session' });
      const found = await api.get(`/api/documents/?${query}`, { answer: documents, signal });
      return found.map((document) => ({
        id: document.id,
        title: displayTitle(document.original_filename),
        isPublic: !document.is_spoilers,
      }));
    },
    /** Creates a GM-only note. */
    createNote: (body: NewNote & { markdown: string }) =>
      api.post('/api/documents/notes/', {
        body: { ...body, is_spoilers: true },
        answer: createdNote,
      }),
    /** Creates a GM-only note from passages that players got to see in the time span, by default until now. */
    createRecap: (body: CreateRecapRequest) =>
      api.post('/api/documents/recaps/', { body, answer: createdNote }),
    /** The recap that the viewer sees of the session that started at the given time; null without one. */
    async visibleRecap(campaign: string, startedAt: string, signal?: AbortSignal) {
      const query = new URLSearchParams({ campaign, from: startedAt });
      const { recap } = await api.get(`/api/documents/recaps/?${query}`, {
        answer: recapOfSession,
        signal,
        viewAs,
      });
      return recap && { id: recap.id, title: displayTitle(recap.title) };
    },
    /** Marks the news of sessions as read. */
    readNews: (campaign: string) =>
      api.put('/api/documents/news/read/', { body: { campaign, kind: 'session' } }),
  };
}

export function useSessionsApi() {
  const { http } = useShell();
  const viewAs = useViewAs();
  return useMemo(() => createSessionsApi(http, viewAs), [http, viewAs]);
}
