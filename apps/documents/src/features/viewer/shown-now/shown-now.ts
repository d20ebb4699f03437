import type { ShellApi } from '@tomekeeper/remote-kit';
import { createDocumentsApi, nameOf, type Shown } from '../../documents-api/documents-api';

/** Stores the start time of the show closed last; it and all earlier shows stay closed. */
const STORE = 'tomekeeper.shown-closed-at';
/** Initial retry delay after a failed request; doubles with each further failure. */
const ASK_AGAIN_MS = 3_000;
const ASK_AGAIN_AT_MOST_MS = 60_000;
/** Minimum delay of the request at the end of a temporary show. */
const ASK_AT_END_MS = 1_000;
/** Invalidation events after which a show may have ended, because permissions changed. */
const TELLING: ReadonlySet<string> = new Set([
  'show',
  'documents',
  'members',
  'campaigns',
  'everything',
]);

export type ShownNow = ReturnType<typeof createShownNow>;

/**
 * The show on this player's screen, on any page. Loaded at startup and after invalidation events; shows closed in this browser
 * stay closed.
 */
export function createShownNow(shell: ShellApi) {
  const api = createDocumentsApi(shell.http);
  const listeners = new Set<() => void>();
  let shown: Shown | undefined;
  let undock: (() => void) | undefined;
  /** Sequence number of the last request; responses can arrive out of order. */
  let asked = 0;
  let failures = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  /** Timer for the end of a temporary show. */
  let end: ReturnType<typeof setTimeout> | undefined;

  function set(next: Shown | undefined): void {
    clearTimeout(end);
    const endsAt = next?.not_kept?.ends_at;
    // The clock of this device may be fast: asks until the server says that the show has ended.
    if (endsAt !== undefined) {
      const wait = Math.max(Date.parse(endsAt) - Date.now(), ASK_AT_END_MS);
      end = setTimeout(() => void ask(), wait);
    }
    // A changed title replaces the show, because the previous title may be hidden now.
    if (next?.id === shown?.id && isSame(next, shown)) return;
    shown = next;
    if (shown) undock ??= shell.dock('documents.shown-now', {});
    else undock = void undock?.();
    listeners.forEach((listener) => listener());
  }

  async function ask(): Promise<void> {
    const question = (asked += 1);
    clearTimeout(again);
    if (shell.session.current().status !== 'signed-in') {
      set(undefined);
      return;
    }
    try {
      const next = await api.shown();
      if (question !== asked) return;
      failures = 0;
      set(next && !isClosed(next) ? next : undefined);
    } catch {
      if (question !== asked) return;
      // The request follows a possible permission change, so hide the show until a response confirms it.
      set(undefined);
      const wait = Math.min(ASK_AGAIN_MS * 2 ** failures, ASK_AGAIN_AT_MOST_MS);
      failures += 1;
      again = setTimeout(() => void ask(), wait);
    }
  }

  const stopHints = shell.hints.subscribe(({ kind }) => {
    if (TELLING.has(kind)) void ask();
  });
  const stopSession = shell.session.subscribe(() => {
    if (shell.session.current().status !== 'signed-out') return;
    forgetClosed();
    void ask();
  });
  const closedElsewhere = ({ key }: StorageEvent) => {
    if (key === STORE && shown && isClosed(shown)) set(undefined);
  };
  window.addEventListener('storage', closedElsewhere);
  void ask();

  return {
    current: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {
      // The browser stores nothing about a temporary show.
      if (shown?.not_kept) void api.closeShown(shown.id).catch(() => undefined);
      else if (shown) keepClosed(shown);
      set(undefined);
    },
    dispose(): void {
      // Invalidates responses in flight.
      asked += 1;
      clearTimeout(again);
      clearTimeout(end);
      stopHints();
      stopSession();
      window.removeEventListener('storage', closedElsewhere);
      set(undefined);
    },
  };
}

/** Ignores URLs, which are new in every response. */
const contentOf = (shown: Shown | undefined): string | undefined =>
  shown && JSON.stringify([nameOf(shown.document), shown.not_kept?.passages]);
const isSame = (one: Shown | undefined, other: Shown | undefined): boolean =>
  contentOf(one) === contentOf(other);

function isClosed({ shown_at, not_kept }: Shown): boolean {
  if (not_kept) return false;
  try {
    const closed = localStorage.getItem(STORE);
    return closed !== null && shown_at <= closed;
  } catch {
    return false;
  }
}

function keepClosed(shown: Shown): void {
  try {
    if (!isClosed(shown)) localStorage.setItem(STORE, shown.shown_at);
  } catch {
    // Storage is disabled: the show appears again on the next page.
  }
}

/** Deletes the stored time at sign-out, because it reveals which shows the user saw. */
function forgetClosed(): void {
  try {
    localStorage.removeItem(STORE);
  } catch {
    // Storage is disabled: nothing was stored.
  }
}
