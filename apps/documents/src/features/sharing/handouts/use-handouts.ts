import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import type { Document } from '../../documents-api/documents-api';
import { keyOfDocuments } from '../../documents-api/use-document-list';
import { useAudiencesApi, type ShownHandout } from '../audiences/audiences-api';

/** Whether players see a part of a hidden document. */
export const hasHandouts = ({ is_spoilers, public_title, handouts }: Document): boolean =>
  is_spoilers && (public_title !== undefined || (handouts ?? 0) > 0);

const keyOf = (campaign: string, id: string) => ['handouts', campaign, id];

export interface Handouts {
  /** Undefined while loading. */
  handouts: readonly ShownHandout[] | undefined;
  error: Error | null;
  retry: () => void;
}

/** Handouts of a document, for GMs; always up to date. */
export function useHandouts(
  { id, campaign }: Document,
  { enabled = true }: { enabled?: boolean } = {},
): Handouts {
  const api = useAudiencesApi(id);
  const queryKey = keyOf(campaign, id);
  useRefetchOnHints(['documents'], campaign, queryKey);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.handouts(signal),
    enabled,
    gcTime: 0,
  });
  return { handouts: data?.handouts, error, retry: () => void refetch() };
}

/** Reloads the handouts of a document and the list of documents, which counts them. */
export function useRefreshHandouts({ id, campaign }: Document): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(campaign, id) });
    await queryClient.invalidateQueries({ queryKey: keyOfDocuments(campaign, undefined) });
  };
}
