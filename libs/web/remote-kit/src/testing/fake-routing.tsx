import { useEffect, useSyncExternalStore } from 'react';
import type { LinkProps, Location, NavigateOptions, Routing } from '../routing';

/** A router that goes nowhere and remembers what it was asked. */
export interface FakeRouting extends Routing {
  readonly navigations: readonly { to: string; replace: boolean }[];
  title(): string;
  /** Whether leaving now would ask first. */
  asksBeforeLeaving(): boolean;
}

export function createFakeRouting(
  path: string,
  params: Readonly<Record<string, string>>,
): FakeRouting {
  const navigations: { to: string; replace: boolean }[] = [];
  const listeners = new Set<() => void>();
  let location = locationOf(path);
  let title = '';
  let asks = false;

  const navigate = (to: string, { replace = false }: NavigateOptions = {}) => {
    navigations.push({ to, replace });
    location = locationOf(to);
    for (const listener of listeners) listener();
  };

  return {
    navigations,
    navigate,
    title: () => title,
    asksBeforeLeaving: () => asks,
    Link: ({ to, children, onClick, ...rest }: LinkProps) => (
      <a
        {...rest}
        href={to}
        onClick={(event) => {
          onClick?.(event);
          if (event.defaultPrevented) return;
          event.preventDefault();
          navigate(to);
        }}
      >
        {children}
      </a>
    ),
    useParams: () => params,
    useLocation: () =>
      useSyncExternalStore(
        (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
        () => location,
      ),
    useTitle: (next) =>
      useEffect(() => {
        title = next;
      }, [next]),
    useUnsavedChanges: (when) =>
      useEffect(() => {
        asks = when;
        return () => {
          asks = false;
        };
      }, [when]),
  };
}

function locationOf(path: string): Location {
  const { pathname, search, hash } = new URL(path, 'http://product.test');
  return { pathname, search, hash };
}
