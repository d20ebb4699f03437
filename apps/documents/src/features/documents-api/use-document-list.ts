import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tomekeeper/api-client';
import { TITLE_CODES } from '@tomekeeper/contracts-document';
import { useViewAs, type Hint } from '@tomekeeper/remote-kit';
import { useRefetchOnUnknownHints } from '@tomekeeper/remote-kit/query';
import { useDocumentsApi, type Document, type DocumentsApi } from './documents-api';

/** What players see is kept apart from what the GM sees. */
export const keyOfDocuments = (campaignId: string, viewAs: string | undefined) =>
  ['documents', campaignId, viewAs] as const;

const listOptions = (api: DocumentsApi, queryKey: ReturnType<typeof keyOfDocuments>) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.list(queryKey[1], signal),
  staleTime: Infinity,
  gcTime: 0,
});

/**
 * The documents of a campaign. Loaded when `wanted` and again when a hint says so, and dropped with the page: a cached
 * list could show what has been hidden since. The hint of an upload whose response is in the list causes no request.
 */
export function useDocumentList(campaignId: string, wanted: boolean) {
  const api = useDocumentsApi();
  const queryClient = useQueryClient();
  const queryKey = keyOfDocuments(campaignId, useViewAs());
  const isKnown = ({ id, change }: Hint) =>
    change !== undefined &&
    (queryClient.getQueryData<Document[]>(queryKey) ?? []).some(
      (document) => document.id === id && document.change === change,
    );
  // What somebody may see depends on what they are in the campaign.
  useRefetchOnUnknownHints(['documents', 'members', 'campaigns'], campaignId, [queryKey], isKnown);
  return useQuery({ ...listOptions(api, queryKey), enabled: wanted });
}

/** The documents that another component of the page has loaded; undefined before. Causes no requests. */
export function useLoadedDocuments(campaignId: string): Document[] | undefined {
  const queryKey = keyOfDocuments(campaignId, useViewAs());
  return useQuery({ ...listOptions(useDocumentsApi(), queryKey), enabled: false }).data;
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
    const isFetching = queryClient.isFetching({ queryKey, exact: true }) > 0;
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<Document[]>(queryKey, (documents) => documents && next(documents));
    // The canceled request may have been for changes by others.
    if (isFetching) void queryClient.invalidateQueries({ queryKey, exact: true });
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
