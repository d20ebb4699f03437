import type { Location, NavigateOptions, Visit } from '@tomekeeper/remote-kit';

/** Current location. */
export interface HistoryEntry extends Visit {
  /** Navigation type: only `history` restores the scroll position. */
  by: 'start' | 'push' | 'replace' | 'history';
}

/** Navigation blocked until the user discards unsaved changes. */
export interface HeldNavigation {
  proceed: () => void;
  stay: () => void;
}

export interface AppHistory {
  place: () => HistoryEntry;
  /** @returns unsubscribe function */
  subscribe: (listener: () => void) => () => void;
  /** `force` ignores unsaved changes. */
  navigate: (to: string, options?: NavigateOptions & { force?: boolean }) => void;
  /** Runs work that ends the page, such as signing out, once unsaved changes are discarded. */
  leave: (work: () => void) => void;
  /** Blocks navigations until the returned function is called. */
  hold: () => () => void;
  held: () => HeldNavigation | undefined;
  stop: () => void;
}

interface Entry {
  key: string;
  index: number;
}

/**
 * Store for the browser's history. In React Router only the data router's history can block navigations, and it adds 17 kB of
 * loaders that no remote uses (deploy/docs/adr/0047).
 */
export function createHistory(window: Window): AppHistory {
  const listeners = new Set<() => void>();
  const holders = new Set<symbol>();
  let heldNavigation: HeldNavigation | undefined;
  let passNextPop = false;
  let entry = entryOf(window.history.state) ?? { key: newKey(), index: 0 };
  window.history.replaceState(entry, '');
  let place = readPlace('start');

  function readPlace(by: HistoryEntry['by']): HistoryEntry {
    const { pathname, search, hash } = window.location;
    return { pathname, search, hash, key: entry.key, by };
  }
  const emit = () => listeners.forEach((listener) => listener());

  function holdBack(proceed: () => void) {
    const settle = (then?: () => void) => () => {
      heldNavigation = undefined;
      then?.();
      emit();
    };
    heldNavigation = { proceed: settle(proceed), stay: settle() };
    emit();
  }

  function navigate(to: string, options: NavigateOptions & { force?: boolean } = {}) {
    const target = sameSitePath(to, window.location);
    if (holders.size > 0 && !options.force) {
      holdBack(() => navigate(to, { ...options, force: true }));
      return;
    }
    const replace = options.replace || target === currentPath(window.location);
    entry = { key: newKey(), index: entry.index + (replace ? 0 : 1) };
    if (replace) window.history.replaceState(entry, '', target);
    else window.history.pushState(entry, '', target);
    place = readPlace(replace ? 'replace' : 'push');
    emit();
  }

  function onPopState(event: PopStateEvent) {
    const next = entryOf(event.state) ?? { key: newKey(), index: entry.index };
    const steps = next.index - entry.index;
    if (holders.size > 0 && !passNextPop && steps !== 0) {
      // The browser has already navigated: go back to the previous entry, then ask.
      passNextPop = true;
      window.history.go(-steps);
      holdBack(() => {
        passNextPop = true;
        window.history.go(steps);
      });
      return;
    }
    if (passNextPop) {
      passNextPop = false;
      if (next.key === entry.key) return;
    }
    entry = next;
    place = readPlace('history');
    emit();
  }

  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (holders.size > 0) event.preventDefault();
  };
  window.addEventListener('popstate', onPopState);
  window.addEventListener('beforeunload', onBeforeUnload);

  return {
    place: () => place,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    navigate,
    leave(work) {
      if (holders.size > 0) holdBack(work);
      else work();
    },
    hold() {
      const holder = Symbol('unsaved changes');
      holders.add(holder);
      return () => holders.delete(holder);
    },
    held: () => heldNavigation,
    stop() {
      window.removeEventListener('popstate', onPopState);
      window.removeEventListener('beforeunload', onBeforeUnload);
    },
  };
}

const newKey = () => Math.random().toString(36).slice(2, 10);

function entryOf(state: unknown): Entry | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  if (!('key' in state) || typeof state.key !== 'string') return undefined;
  if (!('index' in state) || typeof state.index !== 'number') return undefined;
  return { key: state.key, index: state.index };
}

const currentPath = ({ pathname, search, hash }: Location) => pathname + search + hash;

/** Path, query and hash of a same-site target; the home page for other targets, which prevents open redirects. */
export function sameSitePath(to: string, base: { href: string; origin: string }): string {
  try {
    const url = new URL(to, base.href);
    return url.origin === base.origin ? currentPath(url) : '/';
  } catch {
    return '/';
  }
}
