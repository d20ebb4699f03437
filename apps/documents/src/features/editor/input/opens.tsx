import type { ReactNode } from 'react';
import { Drawing } from '@tomekeeper/ui/icon';
import { opens } from '../editor-shapes';
import styles from '../note-editor.module.css';

/** Label of a button that opens a menu. */
export function Opens({ words }: { words: ReactNode }) {
  return (
    <span className={styles.opens}>
      {words}
      <Drawing shape={opens} />
    </span>
  );
}
