import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  /** The sentence that says that nothing is here yet. */
  title: string;
  /** What would be here, and how it gets here. */
  children?: ReactNode;
  action?: ReactNode;
}

/** An empty page of the book, not an error. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
