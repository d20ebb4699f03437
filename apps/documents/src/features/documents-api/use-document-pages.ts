import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type QueryFunctionContext,
  type QueryClient,
} from '@tanstack/react-query';
import { useRef } from 'react';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { useHints, useViewAs, type Hint } from '@tomekeeper/remote-kit';
import { coalesceRefetches, useRefetchOnUnknownHints } from '@tomekeeper/remote-kit/query';
import {
  useDocumentsApi,
  type Document,
  type DocumentsApi,
  type DocumentsAsked,
  type DocumentsPage,
} from './documents-api';
import { keyOfDocuments } from './use-document-list';

const { defaultPage: FIRST, page: FURTHER } = DOCUMENT_LIMITS;
/** Minimum time between two refreshes: the extraction of files sends many events. */
const REFRESH_EVERY_MS = 1_000;

/** Permissions depend on the role in the campaign. */
const HINTS = ['documents', 'members', 'campaigns'] as const;

export type LoadedPages = InfiniteData<DocumentsPage, string | undefined>;

/** The lists of a campaign, with any filter and order. */
const keyOfPages = (campaignId: string, viewAs: string | undefined) =>
  [...keyOfDocuments(campaignId, viewAs), 'pages'] as const;

/** The list without filters, which all screens of a campaign share. */
export const NEWEST: DocumentsAsked = {};

const documentsOf = (data: LoadedPages | undefined): Document[] | undefined =>
  // A page that shifted repeats documents of the page before.
  data && [
    ...new Map(
      data.pages.flatMap(({ documents }) => documents).map((one) => [one.id, one] as const),
    ).values(),
  ];

type PagesKey = readonly [...ReturnType<typeof keyOfPages>, DocumentsAsked];

const pagesOptions = (api: DocumentsApi, queryKey: PagesKey) => ({
  queryKey,
  queryFn: ({ pageParam: after, signal }: QueryFunctionContext<PagesKey, string | undefined>) =>
    api.page(
      queryKey[1],
      // Documents by id are one page.
      { ...queryKey[4], after, limit: after || queryKey[4].ids ? FURTHER : FIRST },
      signal,
    ),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }: DocumentsPage) => next,
  staleTime: Infinity,
  gcTime: 0,
});

/**
 * Documents of a campaign page by page, not cached beyond the screen: a cached list could show documents hidden since. An event
 * reloads the changed documents only, and nothing if the list already contains the change.
 */
export function useDocumentPages(campaignId: string, asked: DocumentsAsked, wanted: boolean) {
  const api = useDocumentsApi();
  const queryKey = [...keyOfPages(campaignId, useViewAs()), asked] as const;
  useRefresh(campaignId, queryKey, wanted);
  const query = useInfiniteQuery<DocumentsPage, Error, LoadedPages, PagesKey, string | undefined>({
    ...pagesOptions(api, queryKey),
    enabled: wanted,
    placeholderData: keepPreviousData,
  });
  /** Loads all further pages. @returns all documents */
  const loadAll = async (): Promise<Document[]> => {
    let { data, hasNextPage } = query;
    while (hasNextPage) ({ data, hasNextPage } = await query.fetchNextPage({ throwOnError: true }));
    return documentsOf(data) ?? [];
  };
  return { ...query, documents: documentsOf(query.data), loadAll };
}

/** Documents of the shared list that another component has loaded; undefined before. Sends no request. */
export function useLoadedDocuments(campaignId: string): Document[] | undefined {
  const queryKey = [...keyOfPages(campaignId, useViewAs()), NEWEST] as const;
  return documentsOf(
    useInfiniteQuery<DocumentsPage, Error, LoadedPages, PagesKey, string | undefined>({
      ...pagesOptions(useDocumentsApi(), queryKey),
      enabled: false,
    }).data,
  );
}

/** Filter values and counts of a campaign. */
export function useFacets(campaignId: string, wanted: boolean) {
  const api = useDocumentsApi();
  const queryKey = [...keyOfDocuments(campaignId, useViewAs()), 'facets'];
  useRefetchOnUnknownHints(HINTS, campaignId, [queryKey], () => !wanted, REFRESH_EVERY_MS);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.facets(campaignId, signal),
    enabled: wanted,
    gcTime: 0,
  }).data;
}

/** Tags of a campaign and the folders around them; empty while they load. */
export const useCampaignTags = (campaignId: string, wanted: boolean): readonly string[] =>
  useFacets(campaignId, wanted)?.folders.map(({ path }) => path) ?? [];

/** Refreshes loaded pages on events: the first one at once, later ones together. */
function useRefresh(campaignId: string, queryKey: PagesKey, wanted: boolean): void {
  const api = useDocumentsApi();
  const queryClient = useQueryClient();
  const waiting = useRef(new Set<string>());
  const loaded = () => queryClient.getQueryData<LoadedPages>(queryKey);
  const isKnown = ({ id, change }: Hint) =>
    change !== undefined &&
    (documentsOf(loaded()) ?? []).some((one) => one.id === id && one.change === change);

  const refresh = async () => {
    const ids = [...waiting.current];
    waiting.current.clear();
    const isLong = (loaded()?.pages.length ?? 0) > 1;
    // Without ids, another component received the event.
    const isPartial = isLong && ids.length > 0 && ids.length <= FURTHER && !ids.includes('');
    const all = () => queryClient.invalidateQueries({ queryKey, exact: true });
    await (isPartial ? refreshSome(queryClient, api, queryKey, ids).catch(all) : all());
  };
  useHints(HINTS, campaignId, (hint) => {
    if (!wanted || isKnown(hint)) return;
    // Changes of roles concern all documents.
    waiting.current.add((hint.kind === 'documents' && hint.id) || '');
    coalesceRefetches(queryClient, queryKey, REFRESH_EVERY_MS, refresh);
  });
}

/** Reloads changed documents in place, and the first page if it may have new ones. */
async function refreshSome(
  queryClient: QueryClient,
  api: DocumentsApi,
  queryKey: PagesKey,
  ids: readonly string[],
): Promise<void> {
  const [, campaign, , , asked] = queryKey;
  const { documents: found } = await api.page(campaign, {
    ...asked,
    ids: ids.join(),
    limit: FURTHER,
  });
  const known = new Set(
    documentsOf(queryClient.getQueryData<LoadedPages>(queryKey))?.map(({ id }) => id),
  );
  const isNew = found.some(({ id }) => !known.has(id));
  const first = isNew ? await api.page(campaign, { ...asked, limit: FIRST }) : undefined;
  const byId = new Map(found.map((one) => [one.id, one]));
  queryClient.setQueryData<LoadedPages>(queryKey, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      documents: page.documents.flatMap((one) =>
        ids.includes(one.id) ? (byId.get(one.id) ?? []) : one,
      ),
    }));
    const [head] = pages;
    if (first && head)
      for (const [at, one] of first.documents.entries())
        if (byId.has(one.id) && !known.has(one.id)) head.documents.splice(at, 0, one);
    return { ...data, pages };
  });
}
