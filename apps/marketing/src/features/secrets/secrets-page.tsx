import { useShell } from '@tomekeeper/remote-kit';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { PageLayout } from '../../site/page-layout';
import { pages } from '../../site/pages';
import { secretsSections } from './promises';
import styles from './secrets-page.module.css';

/** Explains the spoiler protection, its tests and its limits. */
export function SecretsPage() {
  const { Link } = useShell().routing;
  return (
    <PageLayout head={pages.secrets}>
      <PageHeader
        title={pages.secrets.title}
        intro="Your players see, find and receive exactly the same data whether or not your secrets exist."
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
        For your personal data, see <Link to="/privacy">privacy</Link>. If you find a way to read a
        secret, <Link to="/contact">tell us</Link>: we fix such problems first.
      </p>
    </PageLayout>
  );
}
