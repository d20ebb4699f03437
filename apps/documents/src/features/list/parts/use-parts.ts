import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import { documentPart } from '@tomekeeper/contracts-document';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';

const part = documentPart.extend({ id: z.string(), document: z.string() });
export type DocumentPart = z.infer<typeof part>;

export const keyOfParts = (campaignId: string) => ['parts', campaignId];

const NONE: readonly DocumentPart[] = [];

/** Tagged or pinned sections of documents. Only requested for GMs; empty if the request fails. */
export function useParts(campaignId: string, wanted: boolean): readonly DocumentPart[] {
  const { http } = useShell();
  const queryKey = keyOfParts(campaignId);
  useRefetchOnHints(['documents', 'members', 'campaigns'], campaignId, queryKey);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      createApiClient(http).get(
        `/api/documents/parts/?${new URLSearchParams({ campaign: campaignId })}`,
        { answer: z.object({ parts: z.array(part) }), signal },
      ),
    enabled: wanted,
    retry: false,
    gcTime: 0,
  });
  return wanted ? (data?.parts ?? NONE) : NONE;
}
