import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useHints } from '@tomekeeper/remote-kit';
import { useRefetchOnHints } from '@tomekeeper/remote-kit/query';

/** What was only added is found a moment after its hint; what was taken away is gone at once. */
const ADDED_AFTER_MS = 3_000;

/** Looks anew when a hint says that texts have changed, and once more when what was added is found, too. */
export function useFoundAnew(
  campaign: string | undefined,
  ...queryKeys: readonly QueryKey[]
): void {
  useRefetchOnHints(['documents'], campaign, ...queryKeys);
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(queryKeys);
  useEffect(() => {
    latest.current = queryKeys;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  useHints(['documents'], campaign, () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      for (const queryKey of latest.current)
        void queryClient.invalidateQueries({ queryKey, exact: true });
    }, ADDED_AFTER_MS);
  });
}
