import type { ReactNode } from 'react';
import { Notice } from '@tomekeeper/ui/notice';
import styles from './stages.module.css';

/** In the place of a file that is on its way. */
export function StageLoading({ children }: { children: string }) {
  return (
    <p className={styles.loading} role="status">
      {children}
    </p>
  );
}

interface StageFailureProps {
  title: string;
  /** The next step, where there is one beside those above. */
  action?: ReactNode;
  children: ReactNode;
}

/** Why a file is not shown, and what to do; the way to download it stands above every stage. */
export function StageFailure({ title, action, children }: StageFailureProps) {
  return (
    <Notice tone="error" title={title} action={action}>
      <p>{children}</p>
    </Notice>
  );
}
