import { useEffect, useState } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import styles from './remote-loading.module.css';

/** Delay before the loading state offers a retry. */
const SLOW_AFTER_MS = 10_000;

/** Loading state of a remote. After a delay it says that loading is slow and offers a retry. */
export function RemoteLoading({ onRetry }: { onRetry: () => void }) {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.place}>
      <Skeleton label="Loading…" />
      {slow && (
        <div className={styles.slow} role="status">
          <p>This is taking longer than usual. It may be the connection.</p>
          <Button variant="quiet" size="small" onClick={onRetry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  );
}
