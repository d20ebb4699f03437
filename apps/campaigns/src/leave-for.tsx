import { useEffect } from 'react';
import { useShell } from '@tomekeeper/remote-kit';

/**
 * Navigates on mount, when a sibling form no longer blocks with unsaved changes. Replaces the history entry, because the old page
 * is obsolete.
 */
export function LeaveFor({ path }: { path: string }) {
  const { navigate } = useShell().routing;
  useEffect(() => navigate(path, { replace: true }), [navigate, path]);
  return null;
}
