import type { Root } from 'react-dom/client';
import { App } from '../app/app';
import { createShell } from '../app/create-shell';
import { federationSource } from '../features/remotes/loader/federation';
import { ErrorBoundary } from '../features/remotes/error-boundary';
import { setRemotes, report } from '../reporting/report';
import { loadStartup } from '../startup/load-startup';
import './parsers-without-eval';
import { StartFailed } from './start-failed';

/**
 * Starts the shell; offers a retry if the instance does not respond.
 * @param firstFrame first paint of a prerendered page, awaited before rendering
 */
export async function start(root: Root, firstFrame?: Promise<void>): Promise<void> {
  try {
    const { config, entries } = await loadStartup(report);
    setRemotes(entries);
    const shell = createShell({ config, entries, source: federationSource, report, window });
    shell.session.start();
    if (entries.some(({ draft }) => draft)) {
      void import('../features/remotes/draft-badge/draft-badge').then(({ showDraftBadge }) =>
        showDraftBadge(entries),
      );
    }
    shell.startCalls();
    // The remote of a guarded page loads while the session is checked.
    if (shell.session.current().status !== 'signed-out' || firstFrame)
      shell.prefetch(window.location.pathname);
    await firstFrame;
    root.render(
      <ErrorBoundary
        onError={(error) => report(error, { remote: 'shell', where: 'render' })}
        fallback={() => <StartFailed onRetry={() => window.location.reload()} />}
      >
        <App shell={shell} />
      </ErrorBoundary>,
    );
  } catch (error) {
    report(error, { remote: 'shell', where: 'start' });
    root.render(<StartFailed onRetry={() => void start(root)} />);
  }
}
