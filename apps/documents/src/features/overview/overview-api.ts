import { useMemo } from 'react';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import { useShell, useViewAs } from '@tomekeeper/remote-kit';
import { documentAnswer } from '../documents-api/documents-api';

const listed = documentAnswer.extend({
  not_for_whole_party: z.boolean().optional().catch(undefined),
});
export type OverviewDocument = z.infer<typeof listed>;

const recap = z.object({ id: z.string(), title: z.string() });
const overview = z.object({
  pinned: z.array(listed),
  newest: z.array(listed),
  last_recap: recap.optional().catch(undefined),
});

/** @returns a function that requests the pinned and latest documents of a campaign, and a player's last recap */
export function useOverviewRequest() {
  const { http } = useShell();
  const viewAs = useViewAs();
  return useMemo(() => {
    const api = createApiClient(http);
    return (campaign: string, signal?: AbortSignal) =>
      api.get(`/api/documents/overview/?${new URLSearchParams({ campaign })}`, {
        answer: overview,
        signal,
        viewAs,
      });
  }, [http, viewAs]);
}
