import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import {
  setAudienceAnswer,
  type SetAudienceRequest,
  type ShowRequest,
} from '@tomekeeper/contracts-document';
import { useShell, type Http } from '@tomekeeper/remote-kit';
import { takenBack } from '../../documents-api/taken-back';

/** To the screens an id is a name to hand back, whatever it looks like. */
const id = z.string();

const changed = setAudienceAnswer.extend({ act: id.nullable(), passages: z.array(id) });

/** The calls of the document service about who sees which passages of one document. */
export function createAudiencesApi(http: Http, document: string) {
  const api = createApiClient(http);
  const one = `/api/documents/${encodeURIComponent(document)}/`;
  return {
    set: (body: SetAudienceRequest) => api.put(`${one}audience/`, { body, answer: changed }),
    /** Who sees what is as it was before the act. */
    takeBack: (act: string) =>
      api.delete(`${one}acts/${encodeURIComponent(act)}/`, { answer: takenBack }),
    /** Reveals passages to the party, and puts them on the players' screens. */
    show: (body: ShowRequest) => api.post(`${one}show/`, { body }),
    takeShowBack: () => api.delete(`${one}show/`),
  };
}

export type AudiencesApi = ReturnType<typeof createAudiencesApi>;

export function useAudiencesApi(document: string): AudiencesApi {
  const { http } = useShell();
  return useMemo(() => createAudiencesApi(http, document), [http, document]);
}
