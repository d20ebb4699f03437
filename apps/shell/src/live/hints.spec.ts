import type { Hint, SessionState, SessionView } from '@tomekeeper/remote-kit';
import { createHints } from './hints';

const signedIn = (id?: string): SessionState => ({
  status: 'signed-in',
  user: id ? { id, email: 'mina@example.org', first_name: 'Mina', last_name: 'Harker' } : undefined,
});

function set(first: SessionState) {
  let state = first;
  const listeners = new Set<() => void>();
  const session = {
    current: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getIdToken: () => Promise.resolve('token'),
  } as unknown as SessionView;
  const opened: { give: (hint: Hint) => void; isClosed: boolean }[] = [];
  const onOpen = jest.fn();
  const load = () =>
    Promise.resolve(({ give }: { give: (hint: Hint) => void }) => {
      const one = { give, isClosed: false };
      opened.push(one);
      return () => (one.isClosed = true);
    });
  const hints = createHints(session, jest.fn(), load, onOpen);
  return {
    onOpen,
    hints,
    opened,
    become: async (next: SessionState) => {
      state = next;
      listeners.forEach((listener) => listener());
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}
const settled = () => jest.advanceTimersByTimeAsync(2000);
beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});
const HINT: Hint = { kind: 'documents', campaign: 'c', id: 'd' };

it('retries if the stream module fails to load', async () => {
  const load = jest
    .fn<Promise<() => () => void>, []>()
    .mockRejectedValueOnce(new Error('no line'))
    .mockResolvedValue(() => () => {});
  const session = {
    current: () => signedIn('a'),
    subscribe: () => () => {},
  } as unknown as SessionView;
  createHints(session, jest.fn(), load).subscribe(jest.fn());
  await settled();
  await jest.advanceTimersByTimeAsync(30_000);
  expect(load).toHaveBeenCalledTimes(2);
});

it('opens no stream for visitors, or before the first subscriber', async () => {
  const { hints, opened, onOpen, become } = set({ status: 'signed-out' });
  hints.subscribe(jest.fn());
  await settled();
  expect(opened).toEqual([]);
  expect(onOpen).not.toHaveBeenCalled();
  const other = set(signedIn('a'));
  await settled();
  expect(other.opened).toEqual([]);
  await become(signedIn('a'));
  await settled();
  expect(opened).toHaveLength(1);
  expect(onOpen).toHaveBeenCalledTimes(1);
});

it('delivers events to all subscribers from one stream', async () => {
  const { hints, opened } = set(signedIn('a'));
  const [first, second] = [jest.fn(), jest.fn()];
  hints.subscribe(first);
  const stop = hints.subscribe(second);
  await settled();
  expect(opened).toHaveLength(1);
  opened[0]?.give(HINT);
  stop();
  opened[0]?.give(HINT);
  expect(first).toHaveBeenCalledTimes(2);
  expect(second).toHaveBeenCalledTimes(1);
});

it('closes at sign-out, and opens another for another person', async () => {
  const { hints, opened, become } = set(signedIn());
  hints.subscribe(jest.fn());
  await settled();
  await become(signedIn('a'));
  await settled();
  expect(opened).toHaveLength(1);
  await become(signedIn('b'));
  await settled();
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  await become({ status: 'signed-out' });
  expect(opened.map(({ isClosed }) => isClosed)).toEqual([true, true]);
});

it('opens nothing that was closed while it loaded', async () => {
  const { hints, opened, become } = set(signedIn('a'));
  hints.subscribe(jest.fn());
  await become({ status: 'signed-out' });
  await settled();
  expect(opened).toEqual([]);
});
