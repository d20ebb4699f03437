import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import { exportAnswer, type CreateExportRequest } from '@tomekeeper/contracts-document';
import { useShell, type Http } from '@tomekeeper/remote-kit';

/** Accepts HTTP(S) URLs only, so that a response cannot inject a script URL. */
const file = z.object({ name: z.string(), size: z.number(), url: z.url({ protocol: /^https?$/ }) });

/** Fields whose format may differ in later service versions. */
const answer = exportAnswer.extend({
  id: z.string(),
  format: z.string(),
  state: z.string(),
  created_at: z.string(),
  available_until: z.string().optional().catch(undefined),
  files: z.array(file).optional(),
});
export type Export = z.infer<typeof answer>;

const list = z.object({ exports: z.array(answer) });

function createExportsApi(http: Http, campaign: string) {
  const api = createApiClient(http);
  const all = `/api/campaigns/${encodeURIComponent(campaign)}/exports/`;
  return {
    create: (body: CreateExportRequest) => api.post(all, { body, answer }),
    /** The user's exports of the campaign, newest first, without files. */
    list: async (signal?: AbortSignal) =>
      (await api.get(all, { answer: list, ...(signal && { signal }) })).exports,
    /** An export, with short-lived download URLs once it is ready. */
    get: (id: string, signal?: AbortSignal) =>
      api.get(`${all}${encodeURIComponent(id)}/`, { answer, ...(signal && { signal }) }),
  };
}

export function useExportsApi(campaign: string) {
  const { http } = useShell();
  return useMemo(() => createExportsApi(http, campaign), [http, campaign]);
}

/** Query keys. */
export const exportKeys = {
  list: (campaign: string) => ['exports', campaign],
  one: (campaign: string, id: string) => ['exports', campaign, id],
};
