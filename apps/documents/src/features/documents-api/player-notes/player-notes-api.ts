import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import { playerNotesAnswer, type AuthorAudience } from '@tomekeeper/contracts-document';
import { useShell, useViewAs, type Http } from '@tomekeeper/remote-kit';
import { documentAnswer, trashedAnswer, type TrashedDocument } from '../documents-api';

const page = playerNotesAnswer.extend({ notes: z.array(documentAnswer) });
export type PlayerNotesPage = z.infer<typeof page>;

/** Client for the notes of players; with `viewAs`, reads return the notes that this player sees. */
function createPlayerNotesApi(http: Http, viewAs: string | undefined) {
  const api = createApiClient(http);
  const all = '/api/documents/notes/';
  const one = (id: string) => `${all}${encodeURIComponent(id)}/`;
  return {
    /** Visible notes of a campaign, newest first. `before` is the `next` of the previous page. */
    list(
      campaign: string,
      more: { before?: string | undefined; mine?: 'true' },
      signal?: AbortSignal,
    ): Promise<PlayerNotesPage> {
      const { before, ...filter } = more;
      const query = new URLSearchParams({ campaign, ...filter, ...(before && { before }) });
      return api.get(`${all}?${query}`, { answer: page, signal, viewAs });
    },
    one: (id: string, signal?: AbortSignal) =>
      api.get(one(id), { answer: documentAnswer, signal, viewAs }),
    /** Changes who reads an own note. */
    setAudience: (id: string, author_audience: AuthorAudience) =>
      api.put(`${one(id)}audience/`, { body: { author_audience }, answer: documentAnswer }),
    /** Own deleted notes. */
    trash(campaign: string, signal?: AbortSignal): Promise<TrashedDocument[]> {
      const query = new URLSearchParams({ campaign });
      return api.get(`${all}trash/?${query}`, { answer: z.array(trashedAnswer), signal });
    },
  };
}

export function usePlayerNotesApi() {
  const { http } = useShell();
  const viewAs = useViewAs();
  return useMemo(() => createPlayerNotesApi(http, viewAs), [http, viewAs]);
}
