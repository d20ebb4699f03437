import { Audience, type AudienceKind } from '@tomekeeper/ui/audience';
import styles from './two-sides.module.css';

interface Paper {
  name: string;
  audience: AudienceKind;
}

const papers: readonly Paper[] = [
  { name: 'Map of the salt marsh.pdf', audience: 'public' },
  { name: 'The ferryman’s price.md', audience: 'spoilers' },
  { name: 'Letter from the abbess.pdf', audience: 'public' },
  { name: 'The abbess, and who she was.docx', audience: 'spoilers' },
];

/** One campaign, seen from both sides of the screen: the product in a picture made of words. */
export function TwoSides() {
  return (
    <section className={styles.sides} aria-label="The same campaign, for you and for your players">
      <Side title="You see" papers={papers} showAudience />
      <Side
        title="Your players see"
        papers={papers.filter(({ audience }) => audience === 'public')}
        closing="No gap, no lock, no hint of anything more."
      />
    </section>
  );
}

interface SideProps {
  title: string;
  papers: readonly Paper[];
  showAudience?: boolean;
  closing?: string;
}

function Side({ title, papers: shown, showAudience = false, closing }: SideProps) {
  return (
    <figure className={styles.side}>
      <figcaption className={styles.caption}>{title}</figcaption>
      <ul role="list" className={styles.papers}>
        {shown.map(({ name, audience }) => (
          <li key={name} className={styles.paper}>
            <span>{name}</span>
            {showAudience && <Audience kind={audience} />}
          </li>
        ))}
      </ul>
      {closing && <p className={styles.closing}>{closing}</p>}
    </figure>
  );
}
