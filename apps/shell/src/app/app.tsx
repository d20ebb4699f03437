import { useSyncExternalStore } from 'react';
import { useMediaQuery } from '@tomekeeper/ui/media-query';
import { campaignOf, NavigationPlace } from '../features/campaign-navigation/navigation-place';
import { Header } from '../features/header/header';
import { Connection } from '../features/connection/connection';
import { Toasts } from '../features/toasts/toasts';
import { useScrollAndFocus } from '../routing/scroll-and-focus';
import { Dock } from '../features/remotes/dock';
import { VisitContext } from '../routing/visit-context';
import { RemoteSlot } from '../features/remotes/remote-slot';
import { UnavailablePanel } from '../features/remotes/unavailable-panel';
import { SearchPlace } from '../features/search/search-place';
import { RouteGuard } from '../features/session/route-guard';
import type { Shell, ShellRoute } from './create-shell';
import { UnsavedChanges } from './unsaved-changes';
import styles from './app.module.css';

/** Screens on which the bar with search and the navigation of a campaign is at the lower edge: phones, in both orientations. */
const PHONE = '(width < 40rem), (width < 64rem) and (height < 30rem)';

/** Layout around every page. */
export function App({ shell }: { shell: Shell }) {
  const { history, toasts, session } = shell;
  const place = useSyncExternalStore(history.subscribe, history.place);
  useScrollAndFocus(history, place, toasts.announce);
  const match = shell.match(place.pathname);
  const isPhone = useMediaQuery(PHONE);
  const { status } = session.useSession();
  const campaign = status === 'signed-out' ? undefined : campaignOf(match, place.search);
  const navigation = campaign && <NavigationPlace {...{ shell, campaign, isPhone }} />;
  const search = <SearchPlace shell={shell} isInBar={isPhone} />;
  // While the session is checked, the place of search stays reserved.
  const hasSearch = status !== 'signed-out';
  const bar = isPhone && hasSearch && (
    <div className={styles.bar}>
      {navigation}
      {search}
    </div>
  );
  return (
    <VisitContext value={{ place, params: match?.params ?? {} }}>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <Header
        {...shell}
        environment={shell.api.config.environment}
        onSignOut={() => history.leave(() => void session.signOut())}
        search={!isPhone && search}
      />
      {!isPhone && navigation}
      <main
        id="main"
        className={styles.main}
        data-navigation={isPhone ? bar && 'bottom' : navigation && 'top'}
        tabIndex={-1}
      >
        {match ? (
          <Page shell={shell} route={match.route} pathname={place.pathname} />
        ) : (
          <UnavailablePanel as="page" onRetry={() => window.location.reload()} />
        )}
      </main>
      <Connection toast={toasts.toast} session={session} />
      <Dock store={shell.dock} Widget={shell.api.Widget} bar={bar} />
      <Toasts store={toasts} />
      <UnsavedChanges history={history} />
    </VisitContext>
  );
}

/** Renders a route's page in the slot of its remote. */
function Page({ shell, route, pathname }: { shell: Shell; route: ShellRoute; pathname: string }) {
  const { path, remoteId, access } = route;
  const page = (
    <RemoteSlot
      key={`${remoteId} ${path}`}
      loader={shell.loader}
      report={shell.api.report}
      remoteId={remoteId}
      what={path}
      as="page"
    >
      {(remote) => {
        const found = remote.routes.find((candidate) => candidate.path === path);
        if (!found) throw new Error(`The remote '${remoteId}' has no page for ${path}.`);
        return <found.Page key={pathname} />;
      }}
    </RemoteSlot>
  );
  if (access === 'public') return page;
  return (
    <RouteGuard key={path} session={shell.session} history={shell.history}>
      {page}
    </RouteGuard>
  );
}
