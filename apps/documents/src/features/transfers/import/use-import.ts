import { useQuery, useQueryClient } from '@tanstack/react-query';
import { POLL_MS } from '../poll';
import { importKeys, useImportsApi } from './imports-api';

const RUNNING: readonly string[] = ['waiting', 'extracting', 'saving', 'undoing'];

/** Whether the server works on an import. */
export const isRunning = (state: string): boolean => RUNNING.includes(state);

/** An import with the first page of its review, refetched while the server works on it. */
export function useImport(id: string) {
  const api = useImportsApi();
  return useQuery({
    queryKey: importKeys.one(id),
    queryFn: ({ signal }) => api.get(id, 0, signal),
    // The review keeps the changes of the GM, so that its own requests suffice.
    staleTime: Infinity,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isRunning(data.state) ? POLL_MS : false),
  });
}

/** Refetches an import and the list of imports. */
export function useRefetchImport(campaign: string, id: string) {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      // The items of the review keep the changes of the GM.
      queryClient.invalidateQueries({ queryKey: importKeys.one(id), exact: true }),
      queryClient.invalidateQueries({ queryKey: importKeys.list(campaign) }),
    ]);
}
