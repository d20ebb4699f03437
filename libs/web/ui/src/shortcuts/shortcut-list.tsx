import { Fragment } from 'react';
import { shownKeys, type Shortcut } from './shortcut';
import styles from './shortcut-list.module.css';

interface ShortcutListProps {
  title: string;
  shortcuts: readonly Shortcut[];
}

/** Shortcuts with a heading. */
export function ShortcutList({ title, shortcuts }: ShortcutListProps) {
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.list}>
        {shortcuts.map(({ keys, words }) => (
          <div key={words} className={styles.row}>
            <dt>
              {keys.map((one, at) => (
                <Fragment key={one}>
                  {at > 0 && ' or '}
                  <kbd className={styles.keys}>{shownKeys(one)}</kbd>
                </Fragment>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
