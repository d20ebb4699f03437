import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  /** Says that there is no content yet. */
  title: string;
  /** Explains what the content is and how to add it. */
  children?: ReactNode;
  action?: ReactNode;
}

/** Placeholder of an empty list; not an error. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
