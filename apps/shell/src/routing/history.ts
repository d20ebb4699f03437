import type { Location, NavigateOptions, Visit } from '@tomekeeper/remote-kit';

/** Where the visitor is. */
export interface Place extends Visit {
  /** How one got here: only a step through the history returns to where one had scrolled. */
  by: 'start' | 'push' | 'replace' | 'history';
}

/** A navigation that waits for the person to give up unsaved changes. */
export interface HeldNavigation {
  proceed: () => void;
  stay: () => void;
}

export interface AppHistory {
  place: () => Place;
  /** @returns the function that stops it */
  subscribe: (listener: () => void) => () => void;
  /** `force` goes past unsaved changes. */
  navigate: (to: string, options?: NavigateOptions & { force?: boolean }) => void;
  /** Does what ends the page, such as logging out, once unsaved changes are given up. */
  leave: (work: () => void) => void;
  /** Holds navigations until the returned function is called. */
  hold: () => () => void;
  held: () => HeldNavigation | undefined;
  stop: () => void;
}

interface Entry {
  key: string;
  index: number;
}

/**
 * The browser's history as a store: of React Router's own histories only the one of the data router can hold a
 * navigation back, and that brings 17 kB of loaders that no remote uses (deploy/docs/adr/0008).
 */
export function createHistory(window: Window): AppHistory {
  const listeners = new Set<() => void>();
  const holders = new Set<symbol>();
  let heldNavigation: HeldNavigation | undefined;
  let passNextPop = false;
  let entry = entryOf(window.history.state) ?? { key: newKey(), index: 0 };
  window.history.replaceState(entry, '');
  let place = readPlace('start');

  function readPlace(by: Place['by']): Place {
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
      // The browser has moved already: step back to where we were, then ask.
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

/**
 * Path, query and hash of a target on this site; a target elsewhere becomes the home page, so that no
 * link or redirect parameter can lead away.
 */
export function sameSitePath(to: string, base: { href: string; origin: string }): string {
  try {
    const url = new URL(to, base.href);
    return url.origin === base.origin ? currentPath(url) : '/';
  } catch {
    return '/';
  }
}
