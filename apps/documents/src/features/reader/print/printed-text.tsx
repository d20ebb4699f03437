import type { Ref } from 'react';
import type { Passage } from '../../documents-api/passages-api';
import { PassageContent, runs } from '../passages/passage-view';
import styles from '../passages/passage.module.css';
import type { Revealing } from '../revealing-context';

export interface PrintedTextProps {
  ref?: Ref<HTMLDivElement>;
  passages: readonly Passage[];
  /** Margin content of each passage, for GMs. */
  Mark: Revealing['Mark'] | undefined;
  /** Element id of a passage, for links on paper. */
  anchorOf?: (passage: Passage) => string;
}

/** The whole text, visible only in print. */
export function PrintedText({ ref, passages, Mark, anchorOf }: PrintedTextProps) {
  const before = new Map(passages.map((one, at) => [one.id, passages[at - 1]]));
  const drawn = (passage: Passage) => (
    <>
      {Mark && <Mark passage={passage} before={before.get(passage.id)} />}
      <PassageContent passage={passage} />
    </>
  );
  return (
    <div ref={ref} className={styles.printed}>
      {runs(passages, ({ kind }) => kind === 'list_item').map(({ isList, items }, index) =>
        isList ? (
          <ul key={index} role="list" className={styles.list}>
            {items.map((passage) => (
              <li key={passage.id} id={anchorOf?.(passage)} className={styles.row}>
                {drawn(passage)}
              </li>
            ))}
          </ul>
        ) : (
          items.map((passage) => (
            <div key={passage.id} id={anchorOf?.(passage)} className={styles.row}>
              {drawn(passage)}
            </div>
          ))
        ),
      )}
    </div>
  );
}
