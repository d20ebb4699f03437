import { useState, type ReactNode } from 'react';
import type { Remote } from '@tomekeeper/remote-kit';
import type { Reporter } from '../reporting/report';
import { ErrorBoundary } from './error-boundary';
import type { RemoteLoader } from './remote-loader';
import { RemoteOnItsWay } from './remote-on-its-way';
import { UnavailablePanel } from './unavailable-panel';
import { useRemote } from './use-remote';

export interface RemotePlaceProps {
  loader: RemoteLoader;
  report: Reporter;
  /** Which remote, and what of it: a path or a widget's name. */
  remoteId: string;
  what: string;
  as: 'page' | 'widget';
  children: (remote: Remote) => ReactNode;
}

/**
 * Shows something of a remote: its loading, the thing itself, or the panel. Whatever the remote does
 * wrong stays in here, and Retry loads all of it afresh.
 */
export function RemotePlace({ loader, report, remoteId, what, as, children }: RemotePlaceProps) {
  const state = useRemote(loader, remoteId);
  const [retries, setRetries] = useState(0);
  const retry = () => {
    setRetries(retries + 1);
    loader.reload(remoteId).catch(() => {
      // Reported by the loader; the panel stays.
    });
  };
  switch (state.status) {
    case 'idle':
    case 'resting':
    case 'loading':
      return <RemoteOnItsWay onRetry={retry} />;
    case 'failed':
      return <UnavailablePanel as={as} error={state.error} onRetry={retry} />;
    case 'ready':
      return (
        <ErrorBoundary
          key={retries}
          onError={(error) => report(error, { remote: remoteId, where: `render ${what}` })}
          fallback={(error) => <UnavailablePanel as={as} error={error} onRetry={retry} />}
        >
          <Content remote={state.remote}>{children}</Content>
        </ErrorBoundary>
      );
  }
}

/** A component of its own, so that what `children` throws is thrown inside the boundary. */
function Content({ remote, children }: { remote: Remote } & Pick<RemotePlaceProps, 'children'>) {
  return children(remote);
}
