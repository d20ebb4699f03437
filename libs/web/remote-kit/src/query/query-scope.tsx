import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { forgetKept } from '../kept-store';
import type { SessionView } from '../session';
import type { ShellApi } from '../shell-api';
import { ShellProvider } from '../shell-context';

/** What a remote keeps of the server's answers, for one person at a time. */
export interface QueryScope {
  /** Puts a page or a widget into the scope: its components may ask for the shell and for queries. */
  place<Props extends object>(Component: ComponentType<Props>): ComponentType<Props>;
  dispose(): void;
}

const RETRY_AFTER_MS = 500;

/**
 * The query client of one remote. It drops all data as soon as the user signs out or another one
 * signs in: what one person may see must never be shown to the next.
 */
export function createQueryScope(shell: ShellApi): QueryScope {
  const onError = (error: Error) => {
    // The shell reads the remote from the stack.
    if (isMistakeOfOurs(error)) shell.report(error, { remote: '', where: 'report of a call' });
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // A cut line is often whole again at once. What the server refuses is for the person to decide:
        // behind a 503 lies a time-out already.
        retry: (failures, error) => failures === 0 && error.name === 'NetworkError',
        retryDelay: RETRY_AFTER_MS,
        // Offline, people are to read what happened rather than wait for ever.
        networkMode: 'always',
        refetchOnReconnect: true,
        staleTime: 5_000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  const stop = onPersonChange(shell.session, () => {
    queryClient.getMutationCache().clear();
    forgetKept();
    const cache = queryClient.getQueryCache();
    for (const query of cache.getAll()) {
      if (query.isActive()) query.reset();
      else cache.remove(query);
    }
    if (shell.session.current().status === 'signed-in') {
      void queryClient.refetchQueries({ type: 'active' });
    }
  });
  return {
    place: (Component) =>
      function InScope(props) {
        return (
          <ShellProvider value={shell}>
            <QueryClientProvider client={queryClient}>
              <Component {...props} />
            </QueryClientProvider>
          </ShellProvider>
        );
      },
    dispose() {
      stop();
      queryClient.clear();
    },
  };
}

/** An answer that breaks its contract, or an exception in our code: the screen says only that it failed. */
const isMistakeOfOurs = (error: Error) =>
  'issues' in error ||
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);

/**
 * Calls back when the person known so far is no longer the one signed in.
 * @returns the function that stops it
 */
export function onPersonChange(session: SessionView, listener: () => void): () => void {
  let last = personOf(session);
  return session.subscribe(() => {
    const now = personOf(session);
    if (now === undefined || now === last) return;
    const leaves = typeof last === 'string';
    last = now;
    if (leaves) listener();
  });
}

/** `null`: signed out. `undefined`: not known yet. */
function personOf(session: SessionView): string | null | undefined {
  const state = session.current();
  switch (state.status) {
    case 'checking':
    case 'unavailable':
      return undefined;
    case 'signed-out':
      return null;
    case 'signed-in':
      return state.user?.id;
  }
}
