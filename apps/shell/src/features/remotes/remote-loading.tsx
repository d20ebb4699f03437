import { useEffect, useState } from 'react';
import { Button } from '@tomekeeper/ui/button';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import styles from './remote-loading.module.css';

/** By then a person wonders whether anything is still happening. */
const SLOW_AFTER_MS = 10_000;

/** Stands where a remote will be while it loads. After a while it says that it is slow, and offers to start over. */
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
