import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type Hint, type HintKind, useHints } from '../hints';
import { coalesceRefetches } from './coalesce-refetches';

/** Default time between two refetches: hidden text must disappear within a second. */
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

/**
 * Like {@link useRefetchOnHints}, but ignores events for changes that the cached data already contains.
 * @param everyMs minimum time between two refetches
 */
export function useRefetchOnUnknownHints(
  kinds: readonly HintKind[],
  campaign: string | undefined,
  queryKeys: readonly QueryKey[],
  isKnown: (hint: Hint) => boolean,
  everyMs = GATHERED_MS,
): void {
  const queryClient = useQueryClient();
  useHints(kinds, campaign, (hint) => {
    if (isKnown(hint)) return;
    for (const queryKey of queryKeys) coalesceRefetches(queryClient, queryKey, everyMs);
  });
}
