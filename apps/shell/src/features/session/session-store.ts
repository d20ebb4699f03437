import { useSyncExternalStore } from 'react';
import type {
  Remote,
  SessionProvider,
  SessionState,
  SessionUser,
  SessionView,
} from '@tomekeeper/remote-kit';
import type { Reporter } from '../../reporting/report';
import type { StoredSession } from './stored-session';

/** Parts of the shell that the session store uses. */
export interface SessionDependencies {
  stored: StoredSession | undefined;
  loader: {
    load: (id: string) => Promise<Remote>;
    reload: (id: string) => Promise<Remote>;
    subscribe: (listener: (id: string) => void) => () => void;
    state: (id: string) => { status: string; remote?: Remote };
  };
  /** Server-side log-out. */
  logOutOnServer: (token: string) => Promise<unknown>;
  goHome: () => void;
  goToSignIn: () => void;
  /** Announces that the session ended while the page stays. */
  sayEnded: () => void;
  report: Reporter;
}

export interface SessionStore extends SessionView {
  /** Checks the stored session at page start. */
  start: () => void;
  /** Retries after 'unavailable'. */
  retry: () => void;
}

/** Timeout of each sign-out step, in milliseconds; the browser signs out even if the server does not respond. */
const SIGN_OUT_TIMEOUT_MS = 5_000;
const SIGNED_OUT = { status: 'signed-out' } as const;

/** Session state. The auth remote is large, so it loads only if local storage holds a session or one of its pages is rendered. */
export function createSessionStore(dependencies: SessionDependencies): SessionStore {
  const { stored, loader, report } = dependencies;
  const listeners = new Set<() => void>();
  let state: SessionState = { status: 'checking' };
  let provider: SessionProvider | undefined;
  let stopProvider = () => {};
  let check: Promise<void> | undefined;
  let fetching: Promise<SessionUser> | undefined;
  let leaving = false;
  /** True while the shell itself fetches the user, without a waiting caller. */
  let asking = false;

  const set = (next: SessionState) => {
    if (next.status === 'signed-out' && state.status === 'signed-out') return;
    state = next;
    listeners.forEach((listener) => listener());
  };

  function attach(remote: Remote) {
    if (!remote.session || remote.session === provider) return;
    stopProvider();
    provider = remote.session;
    stopProvider = provider.onChange((event) => {
      if (leaving) return;
      if (event === 'signed-out') return set(SIGNED_OUT);
      if (state.status !== 'signed-in') set({ status: 'signed-in', user: undefined });
      fetchQuietly();
    });
  }

  async function look(load: (id: string) => Promise<Remote>): Promise<void> {
    if (!stored) return set({ status: 'unavailable' });
    if (!stored.exists()) return set(SIGNED_OUT);
    if (state.status !== 'signed-in') set({ status: 'checking' });
    try {
      attach(await load(stored.remoteId));
      const token = await provider?.getIdToken();
      if (!token) return end();
      if (state.status !== 'signed-in') set({ status: 'signed-in', user: undefined });
      fetchQuietly();
    } catch (error) {
      report(error, { remote: stored.remoteId, where: 'session' });
      set({ status: 'unavailable' });
    }
  }

  /** The session ended without user action: revoked in another place, or expired. */
  function end() {
    set(SIGNED_OUT);
    dependencies.sayEnded();
  }

  const lookOnce = (load: (id: string) => Promise<Remote> = loader.load) => {
    check ??= look(load).finally(() => (check = undefined));
  };

  function fetchUser(): Promise<SessionUser> {
    if (!provider) return Promise.reject(new Error('You are not signed in.'));
    fetching ??= provider.fetchUser().finally(() => (fetching = undefined));
    return fetching;
  }

  async function refreshUser(): Promise<SessionUser> {
    if (!provider && stored) attach(await loader.load(stored.remoteId));
    const user = await fetchUser();
    if (!leaving) set({ status: 'signed-in', user });
    return user;
  }

  function fetchQuietly() {
    asking = true;
    refreshUser()
      .catch((error: unknown) => report(error, { remote: 'shell', where: 'fetch user' }))
      .finally(() => (asking = false));
  }

  async function signOut(): Promise<void> {
    leaving = true;
    const endingProvider = provider;
    try {
      const token = await withTimeoutOrUndefined(endingProvider?.getIdToken());
      await withTimeoutOrUndefined(endingProvider?.signOut());
      if (token) await withTimeoutOrUndefined(dependencies.logOutOnServer(token));
    } finally {
      endingProvider?.forget();
      dependencies.goHome();
      leaving = false;
      set({ ...SIGNED_OUT, isLogOut: true });
    }
  }

  function expire() {
    if (state.status === 'signed-out') return;
    provider?.forget();
    // No user action is pending: a guarded page redirects to sign-in itself, others stay.
    if (asking) return end();
    set(SIGNED_OUT);
    dependencies.goToSignIn();
  }

  const current = () => state;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };

  return {
    current,
    subscribe,
    useSession: () => useSyncExternalStore(subscribe, current),
    async getIdToken() {
      if (!provider) await check;
      return provider?.getIdToken();
    },
    refreshUser,
    signOut,
    expire,
    start() {
      loader.subscribe((id) => {
        const loaded = loader.state(id);
        if (loaded.status !== 'ready' || !loaded.remote?.session) return;
        attach(loaded.remote);
        if (state.status === 'unavailable') lookOnce();
      });
      stored?.onChange((exists) => {
        if (!exists && !leaving) set(SIGNED_OUT);
        else if (exists) lookOnce();
      });
      lookOnce();
    },
    retry: () => lookOnce(loader.reload),
  };
}

/** Resolves with `undefined` on failure or timeout, so that signing out always completes. */
async function withTimeoutOrUndefined<Value>(
  work: Promise<Value> | undefined,
): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), SIGN_OUT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
