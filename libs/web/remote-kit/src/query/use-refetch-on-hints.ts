import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { type Hint, type HintKind, useHints } from '../hints';

/** Debounces bursts: events within this time after the first cause one refetch. */
const GATHERED_MS = 300;

/**
 * Refetches on invalidation events and keeps the old data until the response arrives. The first event refetches immediately,
 * following ones together.
 */
export function useRefetchOnHints(
  kinds: readonly HintKind[],
  campaign: string | undefined,
  ...queryKeys: readonly QueryKey[]
): void {
  useRefetchOnUnknownHints(kinds, campaign, queryKeys, () => false);
}

/** Like {@link useRefetchOnHints}, but ignores events for changes that the cached data already contains. */
export function useRefetchOnUnknownHints(
  kinds: readonly HintKind[],
  campaign: string | undefined,
  queryKeys: readonly QueryKey[],
  isKnown: (hint: Hint) => boolean,
): void {
  const queryClient = useQueryClient();
  const gathering = useRef<{ timer: ReturnType<typeof setTimeout>; again: boolean }>(undefined);
  useEffect(() => () => clearTimeout(gathering.current?.timer), []);
  const refetch = () => {
    for (const queryKey of queryKeys) void queryClient.invalidateQueries({ queryKey, exact: true });
    gathering.current = {
      again: false,
      timer: setTimeout(() => {
        const { again } = gathering.current ?? {};
        gathering.current = undefined;
        if (again) refetch();
      }, GATHERED_MS),
    };
  };
  useHints(kinds, campaign, (hint) => {
    if (isKnown(hint)) return;
    if (gathering.current) gathering.current.again = true;
    else refetch();
  });
}
