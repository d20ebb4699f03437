import { useSyncExternalStore } from 'react';
import type { SessionState, SessionUser, SessionView } from '../session';

/** Session that tests control. Change it inside `act()`. */
export interface FakeSession extends SessionView {
  set(state: SessionState): void;
  signIn(user: SessionUser): void;
  /** Number of sessions expired by the server. */
  expiries(): number;
}

export function createFakeSession(first: SessionState): FakeSession {
  let state = first;
  let expiries = 0;
  const listeners = new Set<() => void>();
  const current = () => state;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const set = (next: SessionState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    current,
    subscribe,
    set,
    useSession: () => useSyncExternalStore(subscribe, current),
    signIn: (user) => set({ status: 'signed-in', user }),
    getIdToken: async () => (state.status === 'signed-in' ? 'fake-id-token' : undefined),
    refreshUser: async () => {
      if (state.status === 'signed-in' && state.user) return state.user;
      throw new Error('You are not signed in.');
    },
    signOut: async () => set({ status: 'signed-out' }),
    expire: () => {
      expiries += 1;
      set({ status: 'signed-out' });
    },
    expiries: () => expiries,
  };
}

/** Test user; deterministic per name. */
export function fakePerson(name: string): SessionUser {
  const hex = Array.from(name.toLowerCase(), (letter) => letter.charCodeAt(0).toString(16)).join(
    '',
  );
  return {
    id: `00000000-0000-4000-8000-${hex.slice(0, 12).padStart(12, '0')}`,
    email: `${name.toLowerCase()}@example.test`,
    first_name: name,
    last_name: 'Test',
  };
}
