import { useShell } from '@tomekeeper/remote-kit';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { PageLayout } from '../../site/page-layout';
import { pages } from '../../site/pages';
import { secretsSections } from './promises';
import styles from './secrets-page.module.css';

/** What keeps spoilers from players, how that is tried, and what nobody can promise. */
export function SecretsPage() {
  const { Link } = useShell().routing;
  return (
    <PageLayout head={pages.secrets}>
      <PageHeader
        title={pages.secrets.title}
        lede="What your players see, find, count, are told or are sent is the same, letter by letter, whether or not your secrets exist."
      />
      {secretsSections.map(({ title, paragraphs, points = [] }) => (
        <section key={title} className={styles.section}>
          <h2 className={styles.title}>{title}</h2>
          <div className={styles.text}>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {points.length > 0 && (
              <ul className={styles.points}>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
          </div>
        </section>
      ))}
      <p className={styles.more}>
        What is kept about you is on the page about <Link to="/privacy">privacy</Link>. If you have
        found a way to a secret, <Link to="/contact">tell us</Link>: nothing is mended sooner.
      </p>
    </PageLayout>
  );
}
