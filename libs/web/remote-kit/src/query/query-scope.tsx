import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
} from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { forgetKept } from '../kept-store';
import type { SessionView } from '../session';
import type { ShellApi } from '../shell-api';
import { ShellProvider } from '../shell-context';

/** Query cache of one remote, for one user at a time. */
export interface QueryScope {
  /** Wraps a page or widget with the shell and query providers. */
  place<Props extends object>(Component: ComponentType<Props>): ComponentType<Props>;
  dispose(): void;
}

const RETRY_AFTER_MS = 500;

// Renders changes before the browser does anything else. By default they wait for a timer, and a checkbox that shows the variables
// of a pending change flips back for that time.
notifyManager.setScheduler(queueMicrotask);

/** Query client of one remote. Clears all data when the user signs out or changes, so that no data leaks to the next user. */
export function createQueryScope(shell: ShellApi): QueryScope {
  const onError = (error: Error) => {
    // The shell derives the remote from the stack.
    if (isMistakeOfOurs(error)) shell.report(error, { remote: '', where: 'report of a call' });
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // Retries network errors once, because connections often recover immediately. Server errors are not retried: a 503
        // already follows a timeout.
        retry: (failures, error) => failures === 0 && error.name === 'NetworkError',
        retryDelay: RETRY_AFTER_MS,
        // Shows errors while offline instead of pausing forever.
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

/** Contract violations and exceptions in our code, which the screen reports only as a failure. */
const isMistakeOfOurs = (error: Error) =>
  'issues' in error ||
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);

/**
 * Calls the listener when the signed-in user changes or signs out.
 * @returns unsubscribe function
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

/** `null`: signed out. `undefined`: unknown. */
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
