import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { createApiClient } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';
import type { NameOfPlayer } from './audience-text';

const members = z.object({
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string().nullish(),
      role: z.string(),
    }),
  ),
});

export interface Player {
  id: string;
  name: string;
}

export interface Players {
  /** Sorted by name; empty while loading. */
  players: readonly Player[];
  nameOf: NameOfPlayer;
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
}

/** Players of a campaign, the possible readers of hidden passages; its GMs see everything. */
export function usePlayers(campaign: string): Players {
  const { http } = useShell();
  const queryKey = ['campaign players', campaign];
  useRefetchOnHints(['campaign', 'members'], campaign, queryKey);
  const { data, isLoading, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      createApiClient(http).get(`/api/campaigns/${encodeURIComponent(campaign)}/`, {
        answer: members,
        signal,
      }),
    gcTime: 0,
  });
  return useMemo(() => {
    const people = data?.people ?? [];
    const players = people
      .filter(({ role }) => role === 'player')
      .map(({ id, name }) => ({ id, name: name || 'A player without a name' }))
      .sort((one, other) => one.name.localeCompare(other.name));
    const names = new Map(players.map(({ id, name }) => [id, name]));
    return {
      players,
      nameOf: (id: string) => names.get(id),
      isLoading,
      error,
      retry: () => void refetch(),
    };
  }, [data, isLoading, error, refetch]);
}
