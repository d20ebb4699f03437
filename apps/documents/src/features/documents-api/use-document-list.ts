import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tomekeeper/api-client';
import { TITLE_CODES } from '@tomekeeper/contracts-document';
import { useViewAs, type Hint } from '@tomekeeper/remote-kit';
import { useRefetchOnUnknownHints } from '@tomekeeper/remote-kit/query';
import { useDocumentsApi, type Document, type DocumentsApi } from './documents-api';

/** Minimum time between two refetches: the extraction of files sends many events, and the list may be large. */
const LIST_EVERY_MS = 1_000;

/** View-as results are cached separately from the GM's own. */
export const keyOfDocuments = (campaignId: string, viewAs: string | undefined) =>
  ['documents', campaignId, viewAs] as const;

const listOptions = (api: DocumentsApi, queryKey: ReturnType<typeof keyOfDocuments>) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => api.list(queryKey[1], signal),
  staleTime: Infinity,
  gcTime: 0,
});

/**
 * Documents of a campaign. Loaded if `wanted`, reloaded on invalidation events, and not cached beyond the page: a cached list
 * could show documents hidden since. The event of an upload whose response is already in the list triggers no request.
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
  // Permissions depend on the role in the campaign.
  useRefetchOnUnknownHints(
    ['documents', 'members', 'campaigns'],
    campaignId,
    [queryKey],
    isKnown,
    LIST_EVERY_MS,
  );
  return useQuery({ ...listOptions(api, queryKey), enabled: wanted });
}

/** Documents already loaded by another component; undefined before. Triggers no request. */
export function useLoadedDocuments(campaignId: string): Document[] | undefined {
  const queryKey = keyOfDocuments(campaignId, useViewAs());
  return useQuery({ ...listOptions(useDocumentsApi(), queryKey), enabled: false }).data;
}

/** All tags of the loaded documents of a campaign. */
export function useCampaignTags(campaignId: string): readonly string[] {
  const queryKey = keyOfDocuments(campaignId, useViewAs());
  const all = useQueryClient().getQueryData<Document[]>(queryKey) ?? [];
  return [...new Set(all.flatMap(({ tags = [] }) => tags))];
}

/** Updates the cached list after a successful request. */
export function useListChanges(campaignId: string) {
  const queryClient = useQueryClient();
  const queryKey = keyOfDocuments(campaignId, useViewAs());
  const change = async (next: (documents: Document[]) => Document[]) => {
    const isFetching = queryClient.isFetching({ queryKey, exact: true }) > 0;
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData<Document[]>(queryKey, (documents) => documents && next(documents));
    // The canceled request may have been for remote changes.
    if (isFetching) void queryClient.invalidateQueries({ queryKey, exact: true });
  };
  return {
    putFirst: (document: Document) =>
      change((all) => [document, ...all.filter(({ id }) => id !== document.id)]),
    /** Inserts a document at its former position, newest first. */
    putBack: (document: Document) =>
      change((all) =>
        [document, ...all.filter(({ id }) => id !== document.id)].sort(
          (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at),
        ),
      ),
    replace: (document: Document) =>
      change((all) => all.map((known) => (known.id === document.id ? document : known))),
    /** Clears the list while it reloads. */
    startAnew: () => queryClient.resetQueries({ queryKey }),
    remove: (id: string) => change((all) => all.filter((known) => known.id !== id)),
    /** A 404 for a listed document means that the list is outdated. */
    refreshIfGone: (error: unknown) => {
      if (isGone(error)) void queryClient.invalidateQueries({ queryKey });
    },
    /** Also reloads if a document was renamed or revealed meanwhile. */
    refreshIfOld: (error: unknown) => {
      if (isGone(error) || isChangedMeanwhile(error))
        void queryClient.invalidateQueries({ queryKey });
    },
  };
}

const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiError && Object.values<unknown>(TITLE_CODES).includes(error.code);

/** Deleted or hidden from the user; the client cannot distinguish. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;
