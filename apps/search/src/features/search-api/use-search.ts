import { keepPreviousData, useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ApiError } from '@tomekeeper/api-client';
import { SEARCH_CODES } from '@tomekeeper/contracts-search';
import { useHints, useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { useSearchApi, type Results, type SearchRequest } from './search-api';

/** Automatic retries while the index lags behind. */
export const MAX_RETRIES = 5;
export const RETRY_DELAY_MS = 1_000;
/** Revocations take effect at once, additions become searchable a moment after their event. */
const REFETCH_ADDED_AFTER_MS = 3_000;

/** Whether the index has not reached the revocation watermark of this viewer yet. */
export const isIndexLagging = (error: unknown): boolean =>
  error instanceof ApiError && error.code === SEARCH_CODES.notReady;

/** Whether lagging campaigns are missing from results of all campaigns. */
export const isPartial = (results: Results | undefined): boolean =>
  (results?.catching_up?.length ?? 0) > 0;

/** Results of a request. Retries while the index lags behind, and refetches after changes of documents. */
export function useSearch(request: SearchRequest, enabled = true) {
  const api = useSearchApi();
  const queryKey = ['search', useViewAs(), request];
  useRefetchOnChanges(request.campaign, queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.search(request, signal),
    enabled,
    refetchInterval: ({ state }) => (isPartial(state.data) ? RETRY_DELAY_MS : false),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 0,
    retry: (failures, error) =>
      isIndexLagging(error)
        ? failures < MAX_RETRIES
        : failures === 0 && error.name === 'NetworkError',
    retryDelay: RETRY_DELAY_MS,
  });
}

function useRefetchOnChanges(campaign: string | undefined, queryKey: QueryKey): void {
  useRefetchOnHints(['documents', 'sessions'], campaign, queryKey);
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(queryKey);
  useEffect(() => {
    latest.current = queryKey;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useHints(['documents'], campaign, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () => void queryClient.invalidateQueries({ queryKey: latest.current, exact: true }),
      REFETCH_ADDED_AFTER_MS,
    );
  });
}
