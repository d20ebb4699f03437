import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tomekeeper/api-client';
import { TITLE_CODES } from '@tomekeeper/contracts-document';
import { useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { useDocumentsApi, type Document } from './documents-api';

/** What players see is kept apart from what the GM sees. */
export const keyOfDocuments = (campaignId: string, viewAs: string | undefined) => [
  'documents',
  campaignId,
  viewAs,
];

/**
 * The documents of a campaign. Loaded when `wanted` and again when a hint says so, and dropped with the page: a cached
 * list could show what has been hidden since.
 */
export function useDocumentList(campaignId: string, wanted: boolean) {
  const api = useDocumentsApi();
  const queryKey = keyOfDocuments(campaignId, useViewAs());
  // What somebody may see depends on what they are in the campaign.
  useRefetchOnHints(['documents', 'members', 'campaigns'], campaignId, queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.list(campaignId, signal),
    enabled: wanted,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** All tags of a campaign, as far as its documents are here. */
export function useCampaignTags(campaignId: string): readonly string[] {
  const queryKey = keyOfDocuments(campaignId, useViewAs());
  const all = useQueryClient().getQueryData<Document[]>(queryKey) ?? [];
  return [...new Set(all.flatMap(({ tags = [] }) => tags))];
}

/** Changes the list that is on the screen, after the server has changed the real one. */
export function useListChanges(campaignId: string) {
  const queryClient = useQueryClient();
  const queryKey = keyOfDocuments(campaignId, useViewAs());
  const change = async (next: (documents: Document[]) => Document[]) => {
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<Document[]>(queryKey, (documents) => documents && next(documents));
  };
  return {
    putFirst: (document: Document) =>
      change((all) => [document, ...all.filter(({ id }) => id !== document.id)]),
    /** Where it stood, newest first. */
    putBack: (document: Document) =>
      change((all) =>
        [document, ...all.filter(({ id }) => id !== document.id)].sort(
          (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at),
        ),
      ),
    replace: (document: Document) =>
      change((all) => all.map((known) => (known.id === document.id ? document : known))),
    /** Nothing of the list stays on the screen while it is asked for anew. */
    startAnew: () => queryClient.resetQueries({ queryKey }),
    remove: (id: string) => change((all) => all.filter((known) => known.id !== id)),
    /** The server knows nothing of a document that stands in the list: then the list is old. */
    refreshIfGone: (error: unknown) => {
      if (isGone(error)) void queryClient.invalidateQueries({ queryKey });
    },
    /** The same, or somebody else has renamed or revealed one meanwhile. */
    refreshIfOld: (error: unknown) => {
      if (isGone(error) || isChangedMeanwhile(error))
        void queryClient.invalidateQueries({ queryKey });
    },
  };
}

const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiError && Object.values<unknown>(TITLE_CODES).includes(error.code);

/** Deleted, or hidden from this person: to them it does not exist. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;
