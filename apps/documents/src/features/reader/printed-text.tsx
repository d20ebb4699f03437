import type { Ref } from 'react';
import type { Passage } from './passages-api';
import { PassageContent, runs } from './passage-view';
import styles from './passage.module.css';

/** More than these would be a book on paper, and minutes of waiting. */
export const PRINT_MOST = 3_000;

interface PrintedTextProps {
  ref: Ref<HTMLDivElement>;
  passages: readonly Passage[];
}

/** All of a text, on paper only. */
export function PrintedText({ ref, passages }: PrintedTextProps) {
  return (
    <div ref={ref} className={styles.printed}>
      {runs(passages, ({ kind }) => kind === 'list_item').map(({ isList, items }, index) =>
        isList ? (
          <ul key={index} role="list" className={styles.list}>
            {items.map((passage) => (
              <li key={passage.id} className={styles.row}>
                <PassageContent passage={passage} />
              </li>
            ))}
          </ul>
        ) : (
          items.map((passage) => (
            <div key={passage.id} className={styles.row}>
              <PassageContent passage={passage} />
            </div>
          ))
        ),
      )}
    </div>
  );
}
