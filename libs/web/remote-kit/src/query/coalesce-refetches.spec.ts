import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { coalesceRefetches } from './coalesce-refetches';

const EVERY_MS = 1000;
const KEY = ['documents', 'campaign'];

describe('the refetches of a list', () => {
  let queryClient: QueryClient;
  let stored: number;
  let fetches: number;
  let leave: () => void;
  beforeEach(async () => {
    jest.useFakeTimers();
    queryClient = new QueryClient();
    stored = fetches = 0;
    const observer = new QueryObserver(queryClient, {
      queryKey: KEY,
      queryFn: () => {
        fetches += 1;
        return stored;
      },
      staleTime: Infinity,
    });
    leave = observer.subscribe(() => undefined);
    await jest.advanceTimersByTimeAsync(0);
    fetches = 0;
  });
  afterEach(() => {
    leave();
    queryClient.clear();
    jest.useRealTimers();
  });

  const change = async (waitMs: number) => {
    stored += 1;
    coalesceRefetches(queryClient, KEY, EVERY_MS);
    await jest.advanceTimersByTimeAsync(waitMs);
  };

  it('begin with the first change', async () => {
    await change(0);
    expect([fetches, queryClient.getQueryData(KEY)]).toEqual([1, 1]);
  });

  it('are at most one per second while changes continue, and the last one has all changes', async () => {
    for (let at = 0; at < 25; at += 1) await change(100);
    expect(fetches).toBe(3);
    await jest.advanceTimersByTimeAsync(EVERY_MS);
    expect([fetches, queryClient.getQueryData(KEY)]).toEqual([4, 25]);
    await jest.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect(fetches).toBe(4);
  });

  it('are shared by all components that receive an event', async () => {
    stored = 1;
    for (let component = 0; component < 3; component += 1)
      coalesceRefetches(queryClient, KEY, EVERY_MS);
    await jest.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect([fetches, queryClient.getQueryData(KEY)]).toEqual([1, 1]);
  });

  it('of other lists do not wait', async () => {
    await change(0);
    const other = ['documents', 'other'];
    queryClient.setQueryData(other, 0);
    coalesceRefetches(queryClient, other, EVERY_MS);
    expect(queryClient.getQueryState(other)?.isInvalidated).toBe(true);
  });
});
