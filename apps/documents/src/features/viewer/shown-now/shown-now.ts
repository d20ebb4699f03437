import type { ShellApi } from '@tomekeeper/remote-kit';
import { createDocumentsApi, nameOf, type Shown } from '../../documents-api/documents-api';

/** Holds when what was closed last was shown: that, and all that was shown before it, stays closed. */
const STORE = 'tomekeeper.shown-closed-at';
/** After a question that failed, and twice as long after each further one. */
const ASK_AGAIN_MS = 3_000;
const ASK_AGAIN_AT_MOST_MS = 60_000;
/** What changes who may see a document may end a show, too. */
const TELLING: ReadonlySet<string> = new Set([
  'show',
  'documents',
  'members',
  'campaigns',
  'everything',
]);

export type ShownNow = ReturnType<typeof createShownNow>;

/**
 * What the game master has put on this player's screen, on whichever page they are. The server is asked what that is when
 * the remote arrives and at each hint; what was closed in this browser stays closed.
 */
export function createShownNow(shell: ShellApi) {
  const api = createDocumentsApi(shell.http);
  const listeners = new Set<() => void>();
  let shown: Shown | undefined;
  let undock: (() => void) | undefined;
  /** The last question counts: answers may come in another order. */
  let asked = 0;
  let failures = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  /** Timer for the end of a show without keeping. */
  let end: ReturnType<typeof setTimeout> | undefined;

  function set(next: Shown | undefined): void {
    // Under another title it is told anew: the one before is no longer theirs to read.
    if (next?.id === shown?.id && isSame(next, shown)) return;
    shown = next;
    clearTimeout(end);
    const endsAt = next?.not_kept?.ends_at;
    if (endsAt !== undefined) end = setTimeout(() => void ask(), Date.parse(endsAt) - Date.now());
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
      // Whether it may still be seen is not known: it stays only while nothing says that it changed.
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
      // The browser stores nothing about a show without keeping.
      if (shown?.not_kept) void api.closeShown(shown.id).catch(() => undefined);
      else if (shown) keepClosed(shown);
      set(undefined);
    },
    dispose(): void {
      // No answer on its way counts any more.
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

/** Ignores addresses, which are new in every response. */
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
    // Storage is closed: it comes up once more at the next page.
  }
}

/** What somebody closed says what they were shown; with their log-out it goes from the device. */
function forgetClosed(): void {
  try {
    localStorage.removeItem(STORE);
  } catch {
    // Storage is closed: nothing was kept.
  }
}
