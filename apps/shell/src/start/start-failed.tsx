import { brand, Wordmark } from '@tomekeeper/ui/brand';
import { Button } from '@tomekeeper/ui/button';
import styles from './start-failed.module.css';

/** Page shown if the shell cannot start. */
export function StartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.page}>
      <header>
        <Wordmark />
      </header>
      <main className={styles.main}>
        <h1>{brand.name} can’t be reached right now</h1>
        <p>
          Nothing of yours is lost. Please check your connection and try again; if that doesn’t
          help, we are most likely already repairing it.
        </p>
        <Button onClick={onRetry}>Retry</Button>
      </main>
    </div>
  );
}
