import type { ReactNode } from 'react';
import { Notice } from '@tomekeeper/ui/notice';
import styles from './stages.module.css';

/** Loading indicator of a preview. */
export function StageLoading({ children }: { children: string }) {
  return (
    <p className={styles.loading} role="status">
      {children}
    </p>
  );
}

interface StageFailureProps {
  title: string;
  /** Optional further action. */
  action?: ReactNode;
  children: ReactNode;
}

/** Error message of a preview; the download button is always available above it. */
export function StageFailure({ title, action, children }: StageFailureProps) {
  return (
    <Notice tone="error" title={title} action={action}>
      <p>{children}</p>
    </Notice>
  );
}
