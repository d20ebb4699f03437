import { useState, type ReactNode } from 'react';
import type { Remote } from '@tomekeeper/remote-kit';
import type { Reporter } from '../../reporting/report';
import { ErrorBoundary } from './error-boundary';
import type { RemoteLoader } from './loader/remote-loader';
import { RemoteLoading } from './remote-loading';
import { UnavailablePanel } from './unavailable-panel';
import { useRemote } from './loader/use-remote';

export interface RemoteSlotProps {
  loader: RemoteLoader;
  report: Reporter;
  /** Remote and its rendered part: a path or a widget's name. */
  remoteId: string;
  what: string;
  as: 'page' | 'widget';
  /** Renders nothing in place of the loading state and the error panel. */
  isOptional?: boolean;
  children: (remote: Remote) => ReactNode;
}

/**
 * Renders a page or widget of a remote, its loading state or the error panel. Contains the remote's errors; Retry reloads the
 * whole remote.
 */
export function RemoteSlot({
  loader,
  report,
  remoteId,
  what,
  as,
  isOptional = false,
  children,
}: RemoteSlotProps) {
  const state = useRemote(loader, remoteId);
  const [retries, setRetries] = useState(0);
  const retry = () => {
    setRetries(retries + 1);
    loader.reload(remoteId).catch(() => {
      // The loader reported the error; the panel stays.
    });
  };
  const panel = (error: unknown) =>
    isOptional ? null : <UnavailablePanel as={as} error={error} onRetry={retry} />;
  switch (state.status) {
    case 'idle':
    case 'loaded-not-shown':
    case 'loading':
      return isOptional ? null : <RemoteLoading onRetry={retry} />;
    case 'failed':
      return panel(state.error);
    case 'ready':
      return (
        <ErrorBoundary
          key={retries}
          onError={(error) => report(error, { remote: remoteId, where: `render ${what}` })}
          fallback={panel}
        >
          <Content remote={state.remote}>{children}</Content>
        </ErrorBoundary>
      );
  }
}

/** Separate component, so that errors thrown by `children` are thrown inside the boundary. */
function Content({ remote, children }: { remote: Remote } & Pick<RemoteSlotProps, 'children'>) {
  return children(remote);
}
