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
  /** The server's log-out. */
  logOutOnServer: (token: string) => Promise<unknown>;
  goHome: () => void;
  goToSignIn: () => void;
  /** Says that the session is over, where the page stays. */
  sayEnded: () => void;
  report: Reporter;
}

export interface SessionStore extends SessionView {
  /** Looks at the stored session, once the page starts. */
  start: () => void;
  /** Tries again after 'unavailable'. */
  retry: () => void;
}

/** Longest wait for each step of signing out; the browser signs out even if the server does not answer. */
const SIGN_OUT_TIMEOUT_MS = 5_000;
const SIGNED_OUT = { status: 'signed-out' } as const;

/**
 * Who is signed in. The auth remote knows, but it is large: it is loaded only when local storage
 * holds a session, or when one of its pages is shown.
 */
export function createSessionStore(dependencies: SessionDependencies): SessionStore {
  const { stored, loader, report } = dependencies;
  const listeners = new Set<() => void>();
  let state: SessionState = { status: 'checking' };
  let provider: SessionProvider | undefined;
  let stopProvider = () => {};
  let check: Promise<void> | undefined;
  let fetching: Promise<SessionUser> | undefined;
  let leaving = false;
  /** The shell itself asks for the user; no caller waits for the answer. */
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

  /** Over without the person's doing: revoked elsewhere, or too old. */
  function end() {
    set(SIGNED_OUT);
    dependencies.sayEnded();
  }

  const lookOnce = (load: (id: string) => Promise<Remote> = loader.load) => {
    check ??= look(load).finally(() => (check = undefined));
  };

  function fetchUser(): Promise<SessionUser> {
    if (!provider) return Promise.reject(new Error('Nobody is signed in.'));
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
    // The person asked for nothing yet: a guarded page leads to sign-in by itself, others stay.
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

/** Resolves with `undefined` when the work fails or takes too long: signing out must always end. */
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
