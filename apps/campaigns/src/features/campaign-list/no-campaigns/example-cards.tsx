import { cardClass } from '@tomekeeper/ui/card';
import { classNames } from '@tomekeeper/ui/class-names';
import { Cover } from '@tomekeeper/ui/cover';
import styles from './example-cards.module.css';

const EXAMPLES = [
  { title: 'Winter in Orrin', system: 'A long campaign, every second Thursday' },
  { title: 'The Toll at Ashby', system: 'A one-shot for four friends' },
  { title: 'Beneath the Glass Sea', system: 'A campaign in which you play' },
];

/** Example of a filled list. Hidden from screen readers, because the cards lead nowhere. */
export function ExampleCards() {
  return (
    <div className={styles.example} aria-hidden="true">
      <p className={styles.caption}>An example of this list:</p>
      <div className={styles.cards}>
        {EXAMPLES.map(({ title, system }) => (
          <div key={title} className={classNames(cardClass(), styles.card)}>
            <div className={styles.cover}>
              <Cover title={title} />
            </div>
            <div className={styles.words}>
              <p className={styles.title}>{title}</p>
              <p>{system}</p>
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
