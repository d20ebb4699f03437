import { forgetInviteAtLogOut, inviteTokenFor, joinOnReturn, joinsOnReturn } from './kept-token';

type Status = 'checking' | 'signed-in' | 'signed-out';

function fakeSession(status: Status) {
  const listeners = new Set<() => void>();
  const session = {
    current: () => ({ status }),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const become = (next: Status) => {
    status = next;
    for (const listener of listeners) listener();
  };
  return { session: session as never, become };
}

beforeEach(() => sessionStorage.clear());
afterEach(() => jest.useRealTimers());

it('accepts an invite on return for an hour', () => {
  jest.useFakeTimers();
  joinOnReturn('token');
  expect([joinsOnReturn('token'), joinsOnReturn('another')]).toEqual([true, false]);
  jest.advanceTimersByTime(61 * 60_000);
  expect(joinsOnReturn('token')).toBe(false);
});

it('ignores a damaged mark', () => {
  sessionStorage.setItem('tomekeeper:invite-joining', '{');
  expect(joinsOnReturn('token')).toBe(false);
});

it('keeps the invite during sign-in, and deletes it at log-out', () => {
  const { session, become } = fakeSession('signed-out');
  const stop = forgetInviteAtLogOut(session);
  inviteTokenFor('#token');
  joinOnReturn('token');
  become('signed-in');
  expect([inviteTokenFor(''), joinsOnReturn('token')]).toEqual(['token', true]);
  become('checking');
  become('signed-out');
  expect([inviteTokenFor(''), joinsOnReturn('token')]).toEqual(['', false]);
  stop();
});
