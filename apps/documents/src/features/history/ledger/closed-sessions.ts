import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';

const sessions = z.array(
  z.object({
    id: z.string(),
    number: z.number().nullish(),
    state: z.string(),
    closed_at: z.string().nullish(),
  }),
);

export interface ClosedSession {
  id: string;
  number: number;
  closedAt: string;
}

/** Closed game sessions of a campaign, the latest first; empty while loading and after a failure. */
export function useClosedSessions(campaign: string): readonly ClosedSession[] {
  const { http } = useShell();
  const queryKey = ['closed sessions', campaign];
  useRefetchOnHints(['sessions'], campaign, queryKey);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      createApiClient(http).get(`/api/campaigns/${encodeURIComponent(campaign)}/sessions/`, {
        answer: sessions,
        signal,
      }),
    select: closedSessions,
    gcTime: 0,
  });
  return data ?? [];
}

const closedSessions = (all: z.infer<typeof sessions>): ClosedSession[] =>
  all
    .flatMap(({ id, number, state, closed_at }) =>
      state === 'closed' && closed_at && typeof number === 'number'
        ? [{ id, number, closedAt: closed_at }]
        : [],
    )
    .sort((one, other) => Date.parse(other.closedAt) - Date.parse(one.closedAt));
