import type { ReactNode } from 'react';
import { useTask } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import styles from './security.module.css';

export interface RowProps {
  title: string;
  note?: ReactNode;
  /** Label of the button, such as 'Remove'. Without it there is no button. */
  action?: string;
  onAction?: () => Promise<void>;
}

/** A list of things that protect the account, or had a part in it. */
export function RowList({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

export function Row({ title, note, action, onAction }: RowProps) {
  const task = useTask();
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>{title}</p>
        {note && <p className={styles.note}>{note}</p>}
      </div>
      {action && onAction && (
        <Button
          variant="quiet"
          size="small"
          aria-label={`${action} ${title}`}
          busy={task.busy && 'One moment…'}
          onClick={() => task.run(onAction)}
        >
          {action}
        </Button>
      )}
    </li>
  );
}

/** '21 November 2026', in the reader's own manner. */
export const day = (date: Date) => date.toLocaleDateString(undefined, { dateStyle: 'long' });

/** '21 November 2026 at 14:05', in the reader's own manner and time. */
export const moment = (timestamp: string | Date) =>
  new Date(timestamp).toLocaleString(undefined, { dateStyle: 'long', timeStyle: 'short' });
