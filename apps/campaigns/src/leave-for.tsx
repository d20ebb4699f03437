import { useEffect } from 'react';
import { useShell } from '@tomekeeper/remote-kit';

/**
 * Leaves the page as soon as it stands there: by then a form beside it has let go of its unsaved
 * changes. What is left is not worth coming back to, so it is replaced in the history.
 */
export function LeaveFor({ path }: { path: string }) {
  const { navigate } = useShell().routing;
  useEffect(() => navigate(path, { replace: true }), [navigate, path]);
  return null;
}
