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

/** Why a file is not shown, and what to do; the way to download it stands above every stage. */
export function StageFailure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Notice tone="error" title={title}>
      <p>{children}</p>
    </Notice>
  );
}
