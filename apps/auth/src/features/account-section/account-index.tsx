import { textLinkClass } from '@tomekeeper/ui/text-link';
import styles from './account-section.module.css';

/** The address of a section within the page. */
export const sectionId = (title: string): string => title.toLowerCase().replaceAll(/[^a-z]+/g, '-');

/** Table of contents of the account page, which is longer than a screen. */
export function AccountIndex({ titles }: { titles: readonly string[] }) {
  return (
    <nav aria-label="On this page">
      <ul role="list" className={styles.index}>
        {titles.map((title) => (
          <li key={title}>
            <a href={`#${sectionId(title)}`} className={`${textLinkClass} ${styles.indexLink}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
