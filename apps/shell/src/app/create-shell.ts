import { matchRoutes, type RouteMatch } from 'react-router-dom';
import {
  FEDERATION_CONTRACT_VERSION,
  type PublicConfig,
  type RegistryEntry,
  type RemoteNavLink,
  type RemoteRoute,
} from '@tomekeeper/contracts-federation';
import type { ShellApi, WidgetName } from '@tomekeeper/remote-kit';
import { createHttp } from '../http/http';
import { createHints } from '../live/hints';
import { createToastStore, type ToastStore } from '../features/toasts/toast-store';
import {
  createRemoteLoader,
  type RemoteLoader,
  type RemoteSource,
} from '../features/remotes/loader/remote-loader';
import { createDockStore, type DockStore } from '../features/remotes/dock';
import { createWidget } from '../features/remotes/widget';
import type { Reporter } from '../reporting/report';
import { createHistory, type AppHistory } from '../routing/history';
import { createRouting } from '../routing/routing';
import { createSessionStore, type SessionStore } from '../features/session/session-store';
import { signInPath } from '../features/session/sign-in-path';
import { findStoredSession } from '../features/session/stored-session';
import { createThemeStore, type ThemeStore } from '../features/theme/theme';

/** A route of some remote. */
export interface ShellRoute extends RemoteRoute {
  remoteId: string;
}

/** All parts of the running shell. */
export interface Shell {
  api: ShellApi;
  /** The route of a path, and what the path says for its parameters. */
  match: (pathname: string) => RouteMatch<string, ShellRoute> | undefined;
  nav: readonly RemoteNavLink[];
  loader: RemoteLoader;
  history: AppHistory;
  routing: ShellApi['routing'];
  session: SessionStore;
  toasts: ToastStore;
  dock: DockStore;
  theme: ThemeStore;
  /** Loads the remote of a path before its page is shown. */
  prefetch: (to: string) => void;
  /** The remote that brings a widget; undefined where none of this installation does. */
  ownerOf: (widget: WidgetName) => string | undefined;
}

/** Puts the shell together from what the installation says about itself. */
export function createShell(options: {
  config: PublicConfig;
  /** Kept up to date in place. */
  entries: RegistryEntry[];
  source: RemoteSource;
  report: Reporter;
  window: Window & typeof globalThis;
}): Shell {
  const { config, entries, source, report, window } = options;
  const history = createHistory(window);
  const toasts = createToastStore();
  const dock = createDockStore();
  const loader = createRemoteLoader({
    entries,
    source,
    report,
    shell: () => api,
    async loadPage(id, remote) {
      const route = routeOf(history.place().pathname);
      if (route?.remoteId !== id) return;
      await remote.routes.find(({ path }) => path === route.path)?.load?.();
    },
    async renewEntries() {
      const renewal = await import('../startup/renew-entries');
      return renewal.renewEntries(entries, report);
    },
  });
  const routes = () =>
    entries.flatMap(({ id, manifest }) =>
      manifest.routes.map((route) => ({ ...route, remoteId: id })),
    );
  const match: Shell['match'] = (pathname) => matchRoutes(routes(), pathname)?.at(-1);
  const routeOf = (pathname: string) => match(pathname)?.route;
  const ownerOf: Shell['ownerOf'] = (widget) =>
    entries.find(({ manifest }) => manifest.widgets.includes(widget))?.id;
  const stored = findStoredSession(entries, config, window);

  const sayEnded = () => toasts.toast({ message: 'Your session has ended. Please sign in again.' });
  const session = createSessionStore({
    stored,
    loader,
    report,
    logOutOnServer: (token) =>
      window.fetch('/api/logout/', {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        keepalive: true,
      }),
    goHome: () => history.navigate('/', { force: true }),
    goToSignIn() {
      history.navigate(signInPath(history.place()), { force: true });
      sayEnded();
    },
    sayEnded,
  });

  session.subscribe(() => {
    if (session.current().status === 'signed-out') toasts.dropActions();
  });

  /** Loads the remote behind a link before it is pressed; sign-in alone is too large for a guess. */
  function prefetch(to: string) {
    const { pathname } = new URL(to, window.location.href);
    const id = routeOf(pathname)?.remoteId;
    if (id && id !== stored?.remoteId) loader.prepare(id);
  }

  /**
   * What a game master shows comes up on whichever page there is, so the remote that lays it over the page must come. It
   * finds out what was shown before it came.
   */
  function prepareShownNow() {
    const owner = ownerOf('documents.shown-now');
    if (owner) loader.prepare(owner);
  }

  const hints = createHints(session, report, undefined, prepareShownNow);
  // Where nothing else on the page listens, too; and again where it could not be loaded before.
  hints.subscribe(({ kind }) => {
    if (kind === 'show') prepareShownNow();
  });
  const routing = createRouting(history, prefetch);
  const api: ShellApi = {
    contract: FEDERATION_CONTRACT_VERSION,
    config,
    session,
    http: createHttp(session, report),
    routing,
    toast: toasts.toast,
    announce: toasts.announce,
    report,
    hints,
    Widget: createWidget({ entries, loader, report }),
    dock: dock.dock,
  };
  const theme = createThemeStore(window);
  return {
    match,
    get nav() {
      return entries.flatMap(({ manifest }) => manifest.nav).sort((a, b) => a.order - b.order);
    },
    api,
    loader,
    history,
    routing,
    session,
    toasts,
    dock,
    theme,
    prefetch,
    ownerOf,
  };
}
