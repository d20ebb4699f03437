import type { ReactNode } from 'react';
import styles from './way-back.module.css';

/** Links to parent pages. */
export const WayBack = ({ children }: { children: ReactNode }) => (
  <p className={styles.back}>{children}</p>
);
