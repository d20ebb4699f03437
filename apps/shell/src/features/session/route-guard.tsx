import { useEffect, type ReactNode } from 'react';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { UnavailablePanel } from '../remotes/unavailable-panel';
import type { AppHistory } from '../../routing/history';
import { redirectToSignIn } from './redirect-to-sign-in';
import type { SessionStore } from './session-store';

interface Props {
  session: SessionStore;
  history: AppHistory;
  children: ReactNode;
}

/** Renders a page only for signed-in users; redirects others to sign-in and back. */
export function RouteGuard({ session, history, children }: Props) {
  const { status } = session.useSession();

  useEffect(() => {
    if (status !== 'signed-out') return;
    redirectToSignIn(history, { replace: true });
  }, [status, history]);

  switch (status) {
    case 'checking':
    case 'signed-out':
      return <Skeleton label="Loading…" />;
    case 'unavailable':
      return <UnavailablePanel as="page" onRetry={session.retry} />;
    case 'signed-in':
      return children;
  }
}
