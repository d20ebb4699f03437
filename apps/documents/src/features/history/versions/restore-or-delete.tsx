import { useState, type ReactNode } from 'react';
import { Button } from '@tomekeeper/ui/button';
import styles from './versions-dialog.module.css';

/** Something that a press does, and whether it is under way. */
interface Act {
  mutate: () => void;
  isPending: boolean;
}

interface RestoreOrDeleteProps {
  /** Of what is restored or deleted, as the buttons say it. */
  name: string;
  restoring: Act;
  deleting: Act;
  /** What else can be done with it; stands between the two. */
  children?: ReactNode;
}

/** Brings something back, or deletes it for good. */
export function RestoreOrDelete({ name, restoring, deleting, children }: RestoreOrDeleteProps) {
  /** It is lost by the next press, so that one is asked for twice. */
  const [sure, setSure] = useState(false);
  return (
    <div className={styles.actions}>
      {sure ? (
        <>
          <Button variant="quiet" size="small" onClick={() => setSure(false)}>
            Keep
          </Button>
          <Button
            variant="danger"
            size="small"
            autoFocus
            aria-label={`Delete for good: ${name}`}
            busy={deleting.isPending && 'Deleting…'}
            onClick={() => deleting.mutate()}
          >
            Delete for good
          </Button>
        </>
      ) : (
        <>
          <Button
            variant="secondary"
            size="small"
            aria-label={`Restore ${name}`}
            busy={restoring.isPending && 'Restoring…'}
            onClick={() => restoring.mutate()}
          >
            Restore
          </Button>
          {children}
          <Button
            variant="quiet"
            size="small"
            aria-label={`Delete for good: ${name}`}
            onClick={() => setSure(true)}
          >
            Delete for good
          </Button>
        </>
      )}
    </div>
  );
}
