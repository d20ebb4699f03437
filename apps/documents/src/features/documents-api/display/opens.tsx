import type { ReactNode } from 'react';
import { Drawing } from '@tomekeeper/ui/icon';
import styles from './opens.module.css';

/** Label of a button that opens a menu. */
export function Opens({ words }: { words: ReactNode }) {
  return (
    <span className={styles.opens}>
      {words}
      <Drawing shape={chevron} />
    </span>
  );
}

const chevron = <path d="m5.5 8 4.5 4.5L14.5 8" />;
