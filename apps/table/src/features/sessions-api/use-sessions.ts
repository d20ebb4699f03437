import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UpdateSessionRequest } from '@tomekeeper/contracts-campaign';
import { useViewAs } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import { sessionKeys, useSessionsApi, type SessionDetail } from './sessions-api';

/** Sessions of a campaign, the latest first. */
export function useSessions(campaignId: string) {
  const api = useSessionsApi();
  const queryKey = sessionKeys.list(campaignId, useViewAs());
  useRefetchOnHints(['sessions', 'members'], campaignId, queryKey);
  return useQuery({ queryKey, queryFn: ({ signal }) => api.list(campaignId, signal) });
}

/** One session with attendance and, for GMs, the checklist. */
export function useSession(campaignId: string, sessionId: string) {
  const api = useSessionsApi();
  const queryKey = sessionKeys.one(campaignId, sessionId, useViewAs());
  useRefetchOnHints(['sessions', 'members'], campaignId, queryKey);
  return useQuery({ queryKey, queryFn: ({ signal }) => api.get(campaignId, sessionId, signal) });
}

/** The recap that the viewer sees of the session that started at the given time. */
export function useVisibleRecap(campaignId: string, startedAt: string) {
  const api = useSessionsApi();
  const queryKey = sessionKeys.recap(campaignId, startedAt, useViewAs());
  useRefetchOnHints(['documents'], campaignId, queryKey);
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => api.visibleRecap(campaignId, startedAt, signal),
  });
}

/** Changes a session; the newest response is shown at once, and lists are refetched. */
export function useUpdateSession(campaignId: string, sessionId: string) {
  const api = useSessionsApi();
  const shown = useShowSession(campaignId);
  return useMutation({
    mutationFn: (changes: UpdateSessionRequest) => api.update(campaignId, sessionId, changes),
    // Changes of one session are sent in order.
    scope: { id: `session ${sessionId}` },
    onSuccess: shown,
  });
}

/** Returns a function that refetches the list of sessions. */
export function useRefetchSessions(campaignId: string) {
  const queryClient = useQueryClient();
  const queryKey = sessionKeys.list(campaignId, undefined);
  return () => queryClient.invalidateQueries({ queryKey, exact: true });
}

/** Returns a function that puts a response into the cache and refetches the list. */
export function useShowSession(campaignId: string) {
  const queryClient = useQueryClient();
  const refetchSessions = useRefetchSessions(campaignId);
  return async (session: SessionDetail) => {
    const queryKey = sessionKeys.one(campaignId, session.id, undefined);
    // A pending response could be older.
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, session);
    void refetchSessions();
  };
}
