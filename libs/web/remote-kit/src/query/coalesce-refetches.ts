import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** State of the interval that a refetch began. */
type Interval = 'starting' | 'quiet' | 'requested';

const intervals = new WeakMap<QueryClient, Map<string, Interval>>();

/**
 * Refetches a query immediately, or once at the end of the interval that its last refetch began, no matter how many components
 * request it. The last request is always followed by a refetch.
 * @param refetch of the first request of an interval, also for the later ones
 */
export function coalesceRefetches(
  queryClient: QueryClient,
  queryKey: QueryKey,
  everyMs: number,
  refetch: () => Promise<void> = () => queryClient.invalidateQueries({ queryKey, exact: true }),
): void {
  const running = intervals.get(queryClient) ?? new Map<string, Interval>();
  intervals.set(queryClient, running);
  const key = hashKey(queryKey);
  const interval = running.get(key);
  // Other components that receive the same event: the refetch has not been sent yet.
  if (interval === 'starting') return;
  if (interval) {
    running.set(key, 'requested');
    return;
  }
  running.set(key, 'starting');
  void refetch();
  void Promise.resolve().then(() => running.set(key, 'quiet'));
  setTimeout(() => {
    const isRequested = running.get(key) === 'requested';
    running.delete(key);
    if (isRequested) coalesceRefetches(queryClient, queryKey, everyMs, refetch);
  }, everyMs);
}
