import { Audience, type AudienceKind } from '@tomekeeper/ui/audience';
import styles from './example-rows.module.css';

const EXAMPLES: readonly { title: string; audience: AudienceKind }[] = [
  { title: 'A letter from the abbot', audience: 'public' },
  { title: 'The abbey, floor by floor', audience: 'spoilers' },
  { title: 'Who rings at night', audience: 'spoilers' },
];

/** Example of a filled list. Hidden from screen readers, because the rows are not links. */
export function ExampleRows({ isGm }: { isGm: boolean }) {
  // Players see no audience labels, so that nothing hints at spoilers.
  const rows = EXAMPLES.filter(({ audience }) => isGm || audience === 'public');
  return (
    <div className={styles.example} aria-hidden="true">
      <p>An example of this list:</p>
      {rows.map(({ title, audience }) => (
        <div key={title} className={styles.row}>
          <span className={styles.title}>{title}</span>
          {isGm && <Audience kind={audience} />}
        </div>
      ))}
    </div>
  );
}
