import { useEffect, useSyncExternalStore } from 'react';
import type { LinkProps, NavigateOptions, Routing, Visit } from '../routing';

/** Router stub that records navigations. */
export interface FakeRouting extends Routing {
  readonly navigations: readonly { to: string; replace: boolean }[];
  title(): string;
  /** Whether leaving the page would ask for confirmation. */
  asksBeforeLeaving(): boolean;
}

/** Shared by all routers of a test run, so that no visit reuses another's stored state. */
let visits = 0;

export function createFakeRouting(
  path: string,
  params: Readonly<Record<string, string>>,
): FakeRouting {
  const navigations: { to: string; replace: boolean }[] = [];
  const listeners = new Set<() => void>();
  let location = visit(path);
  let title = '';
  let asks = false;

  function visit(to: string): Visit {
    const { pathname, search, hash } = new URL(to, 'http://product.test');
    visits += 1;
    return { pathname, search, hash, key: String(visits) };
  }
  const navigate = (to: string, { replace = false }: NavigateOptions = {}) => {
    navigations.push({ to, replace });
    location = visit(to);
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
