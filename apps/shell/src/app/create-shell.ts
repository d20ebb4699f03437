import { matchRoutes, type RouteMatch } from 'react-router-dom';
import {
  FEDERATION_CONTRACT_VERSION,
  type CampaignNavLink,
  type PublicConfig,
  type RegistryEntry,
  type RemoteNavLink,
  type RemoteRoute,
} from '@tomekeeper/contracts-federation';
import type { ShellApi, WidgetName } from '@tomekeeper/remote-kit';
import type { EarlyCalls } from '../http/early-calls';
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
import { withPassageLink } from '../features/session/passage-link';
import { redirectToSignIn } from '../features/session/redirect-to-sign-in';
import { findStoredSession } from '../features/session/stored-session';
import { createThemeStore, type ThemeStore } from '../features/theme/theme';

/** A remote's route. */
export interface ShellRoute extends RemoteRoute {
  remoteId: string;
}

/** Parts of the running shell. */
export interface Shell {
  api: ShellApi;
  /** Matches a path; returns its route and path parameters. */
  match: (pathname: string) => RouteMatch<string, ShellRoute> | undefined;
  nav: readonly RemoteNavLink[];
  campaignNav: readonly CampaignNavLink[];
  loader: RemoteLoader;
  history: AppHistory;
  routing: ShellApi['routing'];
  session: SessionStore;
  toasts: ToastStore;
  dock: DockStore;
  theme: ThemeStore;
  /** Preloads the remote of a path. */
  prefetch: (to: string) => void;
  /** Sends the requests that the current route declares, unless the first script has. */
  startCalls: () => void;
  /** Id of the remote that provides a widget; undefined if none is installed. */
  ownerOf: (widget: WidgetName) => string | undefined;
}

/** Creates the shell from the instance's configuration and registry. */
export function createShell(options: {
  config: PublicConfig;
  /** Updated in place. */
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
      redirectToSignIn(history);
      sayEnded();
    },
    sayEnded,
  });

  const loadServiceWorker = () =>
    import(/* webpackChunkName: "signed-in" */ '../service-worker/registration');
  // A worker of an earlier load is removed even if its session ended elsewhere.
  let hasWorker = Boolean(window.navigator.serviceWorker?.controller);
  let isRegistered = false;
  const setWorker = (isWanted: boolean) => {
    if (isWanted ? isRegistered : !hasWorker) return;
    isRegistered = hasWorker = isWanted;
    loadServiceWorker()
      .then((worker) =>
        isWanted ? worker.registerServiceWorker(entries) : worker.removeServiceWorker(),
      )
      .catch(() => undefined); // Pages work without it.
  };
  session.subscribe(() => {
    const state = session.current();
    if (state.status !== 'checking' && state.status !== 'unavailable')
      setWorker(state.status === 'signed-in');
    if (state.status !== 'signed-out') return;
    clearCalls();
    toasts.dropActions();
    if (state.isLogOut)
      void import('../features/session/clear-databases')
        .then(({ clearDatabases }) => clearDatabases())
        .catch(() => undefined);
  });

  /** Preloads a link's remote on hover or focus, except the auth remote, which is too large for a guess. */
  function prefetch(to: string) {
    const { pathname } = new URL(to, window.location.href);
    const id = routeOf(pathname)?.remoteId;
    if (id && id !== stored?.remoteId) loader.prepare(id);
  }

  /**
   * Loads the remote with the overlay for content that a GM shows, which can appear on any page. The overlay itself fetches
   * content shown before it loaded.
   */
  function prepareShownNow() {
    const owner = ownerOf('documents.shown-now');
    if (owner) loader.prepare(owner);
  }

  const http = createHttp(session, report);
  let early: Promise<EarlyCalls | undefined> | undefined;
  const clearCalls = () => void early?.then((calls) => calls?.clear());

  /** Sends the first requests of the current page while its remote loads. */
  function startCalls() {
    const { firstCalls } = window;
    delete window.firstCalls;
    if (!firstCalls || session.current().status === 'signed-out') return;
    // A chunk, because public pages do not need it.
    early = import(/* webpackChunkName: "signed-in" */ '../http/early-calls').then(
      ({ createEarlyCalls }) => createEarlyCalls(http, session.getIdToken, firstCalls, history),
      // The remotes send the requests themselves.
      () => undefined,
    );
  }

  const hints = createHints(session, report, undefined, prepareShownNow);
  // Works on pages without other listeners, and retries after a failed load.
  hints.subscribe(({ kind }) => {
    // Responses may be older than the event.
    clearCalls();
    if (kind === 'show') prepareShownNow();
  });
  const routing = createRouting(history, prefetch, (to) => {
    const isSignIn = routeOf(history.place().pathname)?.remoteId === stored?.remoteId;
    return isSignIn ? withPassageLink(to) : to;
  });
  const api: ShellApi = {
    contract: FEDERATION_CONTRACT_VERSION,
    config,
    session,
    http: async (path, options) => ((await early)?.http ?? http)(path, options),
    routing,
    toast: toasts.toast,
    announce: toasts.announce,
    report,
    hints,
    Widget: createWidget({
      entries,
      loader,
      report,
      textPainted: async () => (await early)?.textPainted(),
    }),
    dock: dock.dock,
  };
  const theme = createThemeStore(window);
  return {
    match,
    get nav() {
      return ordered(entries.flatMap(({ manifest }) => manifest.nav));
    },
    get campaignNav() {
      return ordered(entries.flatMap(({ manifest }) => manifest.campaignNav));
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
    startCalls,
    ownerOf,
  };
}

const ordered = <Link extends { order: number }>(links: Link[]): Link[] =>
  links.sort((one, other) => one.order - other.order);
