import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { ErrorBoundary } from '../features/remotes/error-boundary';
import type { AppHistory, HeldNavigation } from '../routing/history';

// Lazy, because only editors need it and the dialog bundles focus handling.
const LeaveDialog = lazy(async () => ({
  default: (await import('./leave-dialog')).LeaveDialog,
}));

/** Asks for confirmation before a navigation discards unsaved changes. */
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

/** Fallback if the dialog's chunk fails to load: the browser's `confirm` always works. */
function AskPlainly({ held }: { held: HeldNavigation }) {
  useEffect(() => {
    if (window.confirm('Leave without saving? Your changes will be lost.')) held.proceed();
    else held.stay();
  }, [held]);
  return null;
}
