import type { ReactNode } from 'react';
import styles from './way-back.module.css';

/** Links to the pages above this one. */
export const WayBack = ({ children }: { children: ReactNode }) => (
  <p className={styles.back}>{children}</p>
);
