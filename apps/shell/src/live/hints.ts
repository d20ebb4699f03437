import type { Hint, Hints, SessionView } from '@tomekeeper/remote-kit';
import type { Reporter } from '../reporting/report';
import type { OpenLive } from './live-client';

/**
 * Delays the stream: it is not needed for the first render, and missed events arrive when it opens. Tools that wait for network
 * idle are not blocked by the never-ending stream.
 */
const START_AFTER_MS = 1_500;
/** Delay before retrying a failed load of the stream client. */
const AGAIN_AFTER_MS = 30_000;

/** Loads the stream client; anonymous visitors never need it. */
const loadClient = async (): Promise<OpenLive> =>
  (await import(/* webpackChunkName: "signed-in" */ './live-client')).openLive;

/**
 * Invalidation events for remotes. Opens a stream while a user is signed in and a remote listens; closes it when they sign out or
 * the user changes.
 */
export function createHints(
  session: SessionView,
  report: Reporter,
  load: () => Promise<OpenLive> = loadClient,
  onOpen: () => void = () => {},
): Hints {
  const listeners = new Set<(hint: Hint) => void>();
  const give = (hint: Hint) => {
    for (const listener of [...listeners]) listener(hint);
  };
  let open: { person: string | undefined; close: () => void } | undefined;

  const start = (person: string | undefined) => {
    let isClosed = false;
    let stop = () => {};
    const attempt = () => {
      load()
        .then((openLive) => {
          if (isClosed) return;
          stop = openLive({ getIdToken: session.getIdToken, give });
          onOpen();
        })
        .catch((error: unknown) => {
          report(error, { remote: 'shell', where: 'live' });
          if (!isClosed) timer = setTimeout(attempt, AGAIN_AFTER_MS);
        });
    };
    let timer = setTimeout(attempt, START_AFTER_MS);
    open = {
      person,
      close: () => {
        clearTimeout(timer);
        isClosed = true;
        stop();
      },
    };
  };

  const look = () => {
    const state = session.current();
    if (state.status === 'checking') return;
    const person = state.status === 'signed-in' ? state.user?.id : undefined;
    const isOther = open?.person !== undefined && person !== undefined && open.person !== person;
    if (open && (state.status !== 'signed-in' || isOther)) {
      open.close();
      open = undefined;
    }
    if (open) open.person ??= person;
    else if (state.status === 'signed-in' && listeners.size > 0) start(person);
  };
  session.subscribe(look);

  return {
    subscribe(listener) {
      listeners.add(listener);
      look();
      return () => listeners.delete(listener);
    },
  };
}
