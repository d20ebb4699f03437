import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  handout,
  handoutsAnswer,
  setAudienceAnswer,
  type SetAudienceRequest,
  type ShowRequest,
  type UpdateHandoutRequest,
} from '@tomekeeper/contracts-document';
import { useShell, type Http } from '@tomekeeper/remote-kit';
import { shownPortrait } from '../../documents-api/documents-api';
import { takenBack } from '../../documents-api/taken-back';

/** Screens treat ids as opaque strings. */
const id = z.string();

const changed = setAudienceAnswer.extend({
  act: id.nullable(),
  passages: z.array(id),
  handout: id.optional(),
});

const shownHandout = handout.extend({
  id,
  category: handout.shape.category.catch(undefined),
  portrait: shownPortrait,
  audience: z.string(),
  players: z.array(id).optional(),
});
const handouts = handoutsAnswer.extend({ handouts: z.array(shownHandout) });
export type ShownHandout = z.infer<typeof shownHandout>;

/** Client for the audience endpoints of one document. */
export function createAudiencesApi(http: Http, document: string) {
  const api = createApiClient(http);
  const one = `/api/documents/${encodeURIComponent(document)}/`;
  return {
    set: (body: SetAudienceRequest) => api.put(`${one}audience/`, { body, answer: changed }),
    /** Handouts of a Spoilers document that some player sees. */
    handouts: (signal?: AbortSignal) => api.get(`${one}handouts/`, { answer: handouts, signal }),
    /** Sets category and portrait of a handout for its readers. */
    updateHandout: (of: string, body: UpdateHandoutRequest) =>
      api.patch(`${one}handouts/${encodeURIComponent(of)}/`, { body, answer: handouts }),
    /** Undoes an audience change. */
    takeBack: (act: string) =>
      api.delete(`${one}acts/${encodeURIComponent(act)}/`, { answer: takenBack }),
    /** Reveals passages to the party and shows them on the players' screens. */
    show: (body: ShowRequest) => api.post(`${one}show/`, { body }),
    takeShowBack: () => api.delete(`${one}show/`),
  };
}

export type AudiencesApi = ReturnType<typeof createAudiencesApi>;

export function useAudiencesApi(document: string): AudiencesApi {
  const { http } = useShell();
  return useMemo(() => createAudiencesApi(http, document), [http, document]);
}
