import { useEffect } from 'react';
import { useShell } from '@tomekeeper/remote-kit';

/**
 * Navigates on mount, when a sibling form no longer blocks with unsaved changes. Replaces the history entry if the old page is
 * obsolete.
 */
export function LeaveFor({ path, replace = true }: { path: string; replace?: boolean }) {
  const { navigate } = useShell().routing;
  useEffect(() => navigate(path, { replace }), [navigate, path, replace]);
  return null;
}
