import { useSyncExternalStore } from 'react';
import { Header } from '../header/header';
import { Connection } from '../connection/connection';
import { Messages } from '../messages/messages';
import { matchRoute } from '../routing/match';
import { useScrollAndFocus } from '../routing/scroll-and-focus';
import { RemoteSlot } from '../remotes/remote-slot';
import { UnavailablePanel } from '../remotes/unavailable-panel';
import { RouteGuard } from '../session/route-guard';
import type { Shell } from './create-shell';
import { UnsavedChanges } from './unsaved-changes';
import styles from './app.module.css';

/** The frame around every page. */
export function App({ shell }: { shell: Shell }) {
  const { history, messages, session } = shell;
  const place = useSyncExternalStore(history.subscribe, history.place);
  useScrollAndFocus(history, place, messages.announce);
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <Header
        {...shell}
        environment={shell.api.config.environment}
        onSignOut={() => history.leave(() => void session.signOut())}
      />
      <main id="main" className={styles.main} tabIndex={-1}>
        <Page shell={shell} pathname={place.pathname} />
      </main>
      <Connection toast={messages.toast} session={session} />
      <Messages store={messages} />
      <UnsavedChanges history={history} />
    </>
  );
}

/** The page of the present path: which remote shows it is known from the manifests alone. */
function Page({ shell, pathname }: { shell: Shell; pathname: string }) {
  const route = matchRoute(shell.routes, pathname)?.route;
  if (!route) return <UnavailablePanel as="page" onRetry={() => window.location.reload()} />;
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
        if (!found) throw new Error(`The remote '${remoteId}' brings no page for ${path}.`);
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
