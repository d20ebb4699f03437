import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@tomekeeper/api-client';
import { TITLE_CODES } from '@tomekeeper/contracts-document';
import { useViewAs, type Hint } from '@tomekeeper/remote-kit';
import { useRefetchOnUnknownHints } from '@tomekeeper/remote-kit/query';
import { isManaged, useDocumentsApi, type Document } from './documents-api';
import type { LoadedPages } from './use-document-pages';

/** Minimum time between two refetches: the extraction of files sends many events, and the list may be large. */
const LIST_EVERY_MS = 1_000;

/** View-as results are cached separately from the GM's own. */
export const keyOfDocuments = (campaignId: string, viewAs: string | undefined) =>
  ['documents', campaignId, viewAs] as const;

/** A document that is open on its own. */
export const keyOfDocument = (campaignId: string, id: string, viewAs: string | undefined) =>
  [...keyOfDocuments(campaignId, viewAs), 'one', id] as const;

/**
 * All documents of a campaign, for screens that need each of them. Loaded if `wanted`, reloaded on invalidation events, and not cached beyond the page: a cached list
 * could show documents hidden since. The event of an upload whose response is already in the list triggers no request.
 */
export function useDocumentList(campaignId: string, wanted: boolean) {
  const api = useDocumentsApi();
  const queryClient = useQueryClient();
  const queryKey = [...keyOfDocuments(campaignId, useViewAs()), 'all'];
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
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.list(campaignId, signal),
    enabled: wanted,
    staleTime: Infinity,
    gcTime: 0,
  });
}

/** A document of a campaign, reloaded on its events; without data and with a 404 if the user does not see it. */
export function useDocument(campaignId: string, id: string, wanted: boolean) {
  const api = useDocumentsApi();
  const queryKey = keyOfDocument(campaignId, id, useViewAs());
  const queryClient = useQueryClient();
  // To players, a change of another document may be one of this one's source.
  const isOther = (hint: Hint) => {
    const known = queryClient.getQueryData<Document>(queryKey);
    return (
      hint.kind === 'documents' &&
      hint.id !== null &&
      hint.id !== id &&
      known !== undefined &&
      isManaged(known)
    );
  };
  useRefetchOnUnknownHints(['documents', 'members', 'campaigns'], campaignId, [queryKey], isOther);
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.one(id, signal),
    enabled: wanted,
    staleTime: Infinity,
    gcTime: 0,
  });
  const isMissing =
    isGone(query.error) || (query.data !== undefined && query.data.campaign !== campaignId);
  return { ...query, data: isMissing ? undefined : query.data, isMissing };
}

/** Updates the cached documents after a successful request. */
export function useListChanges(campaignId: string) {
  const queryClient = useQueryClient();
  const viewAs = useViewAs();
  const queryKey = keyOfDocuments(campaignId, viewAs);
  const pages = { queryKey: [...queryKey, 'pages'] };
  const change = async (next: (documents: Document[]) => Document[]) => {
    const isFetching = queryClient.isFetching(pages) > 0;
    await queryClient.cancelQueries(pages);
    queryClient.setQueriesData<LoadedPages>(pages, (data) => data && changedPages(data, next));
    queryClient.setQueryData<Document[]>([...queryKey, 'all'], (all) => all && next(all));
    // The canceled request may have been for remote changes.
    if (isFetching) void queryClient.invalidateQueries(pages);
    void queryClient.invalidateQueries({ queryKey: [...queryKey, 'facets'] });
  };
  const without = (all: readonly Document[], id: string) => all.filter((one) => one.id !== id);
  return {
    putFirst: (document: Document) => change((all) => [document, ...without(all, document.id)]),
    /** Inserts a document at its former position, newest first. */
    putBack: (document: Document) =>
      change((all) =>
        [document, ...without(all, document.id)].sort(
          (one, other) => Date.parse(other.created_at) - Date.parse(one.created_at),
        ),
      ),
    replace: (document: Document) => {
      const one = keyOfDocument(campaignId, document.id, viewAs);
      queryClient.setQueryData<Document>(one, (known) => known && document);
      return change((all) => all.map((known) => (known.id === document.id ? document : known)));
    },
    /** Clears the list while it reloads. */
    startAnew: () => queryClient.resetQueries({ queryKey }),
    remove: (id: string) => change((all) => without(all, id)),
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

/** Applies a change to the loaded documents, and keeps the cursors of the pages. */
function changedPages(data: LoadedPages, next: (documents: Document[]) => Document[]): LoadedPages {
  const changed = next(data.pages.flatMap(({ documents }) => documents));
  const pages = data.pages.map((page, at) => {
    const isLast = at === data.pages.length - 1;
    return {
      ...page,
      documents: changed.splice(0, isLast ? changed.length : page.documents.length),
    };
  });
  return { ...data, pages };
}

const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiError && Object.values<unknown>(TITLE_CODES).includes(error.code);

/** Deleted or hidden from the user; the client cannot distinguish. */
export const isGone = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;
