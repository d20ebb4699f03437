import type { ShellApi } from '@tomekeeper/remote-kit';
import { createDocumentsApi, type Shown } from '../../documents-api';

const STORE = 'tomekeeper.shown-closed';
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

  function set(next: Shown | undefined): void {
    if (next?.id === shown?.id) return;
    shown = next;
    if (shown) undock ??= shell.dock('documents.shown-now', {});
    else undock = void undock?.();
    listeners.forEach((listener) => listener());
  }

  async function ask(): Promise<void> {
    const question = (asked += 1);
    if (shell.session.current().status !== 'signed-in') {
      set(undefined);
      return;
    }
    try {
      const next = await api.shown();
      if (question === asked) set(next && next.id !== closed() ? next : undefined);
    } catch {
      // Whether it may still be seen is not known: it stays only while nothing says that it changed.
      if (question === asked) set(undefined);
    }
  }

  const stopHints = shell.hints?.subscribe(({ kind }) => {
    if (TELLING.has(kind)) void ask();
  });
  const stopSession = shell.session.subscribe(() => {
    if (shell.session.current().status !== 'signed-out') return;
    forgetClosed();
    void ask();
  });
  const closedElsewhere = ({ key }: StorageEvent) => {
    if (key === STORE && shown?.id === closed()) set(undefined);
  };
  window.addEventListener('storage', closedElsewhere);
  // Without hints nobody would learn that it is over.
  if (shell.hints) void ask();

  return {
    current: () => shown,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => {
      if (shown) keepClosed(shown.id);
      set(undefined);
    },
    dispose(): void {
      stopHints?.();
      stopSession();
      window.removeEventListener('storage', closedElsewhere);
      set(undefined);
    },
  };
}

function closed(): string | null {
  try {
    return localStorage.getItem(STORE);
  } catch {
    return null;
  }
}

function keepClosed(id: string): void {
  try {
    localStorage.setItem(STORE, id);
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
