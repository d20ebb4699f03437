import { Audience, type AudienceKind } from '@tomekeeper/ui/audience';
import styles from './sample-contents.module.css';

const CONTENTS: readonly { number: string; title: string; audience: AudienceKind }[] = [
  { number: 'i', title: 'The salt road', audience: 'public' },
  { number: 'ii', title: 'Velm harbour, a map', audience: 'public' },
  { number: 'iii', title: 'The blacksmith’s secret', audience: 'spoilers' },
  { number: 'iv', title: 'The bell under the lake', audience: 'spoilers' },
  { number: 'v', title: 'House rules', audience: 'public' },
];

/** Decorative table of contents of a campaign; hidden from screen readers. */
export function SampleContents() {
  return (
    <div className={styles.leaf} aria-hidden="true">
      <p className={styles.heading}>The Bells of Velm</p>
      <ol className={styles.contents}>
        {CONTENTS.map(({ number, title, audience }) => (
          <li className={styles.entry} key={number}>
            <span className={styles.number}>{number}</span>
            <span className={styles.name}>{title}</span>
            <span className={styles.leader} />
            <Audience kind={audience} />
          </li>
        ))}
      </ol>
      <p className={styles.caption}>Public pages and secrets, side by side.</p>
    </div>
  );
}
