import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { ErrorBoundary } from '../features/remotes/error-boundary';
import type { AppHistory, HeldNavigation } from '../routing/history';

// Editors alone need it, and the dialog brings its own focus handling along.
const LeaveDialog = lazy(async () => ({
  default: (await import('./leave-dialog')).LeaveDialog,
}));

/** Asks before a navigation throws unsaved changes away. */
export function UnsavedChanges({ history }: { history: AppHistory }) {
  const held = useSyncExternalStore(history.subscribe, history.held);
  if (!held) return null;
  return (
    <ErrorBoundary onError={() => {}} fallback={() => <AskPlainly held={held} />}>
      <Suspense fallback={null}>
        <LeaveDialog onLeave={held.proceed} onStay={held.stay} />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Without a network the dialog may not arrive; the browser's own question always does. */
function AskPlainly({ held }: { held: HeldNavigation }) {
  useEffect(() => {
    if (window.confirm('Leave without saving? Your changes will be lost.')) held.proceed();
    else held.stay();
  }, [held]);
  return null;
}
