import { PageHeader } from '@tomekeeper/ui/page-header';
import { PageLayout } from '../../site/page-layout';
import { pages } from '../../site/pages';
import { features } from './features';
import styles from './features-page.module.css';

/** Built and planned features. */
export function FeaturesPage() {
  return (
    <PageLayout head={pages.features}>
      <PageHeader
        title={pages.features.title}
        intro="Some features work today, others are planned. Each one is labeled."
      />
      <ul role="list" className={styles.features}>
        {features.map(({ title, text, stage }) => (
          <li key={title} className={styles.feature}>
            <p className={styles.stage} data-stage={stage}>
              {stage === 'built' ? 'Works today' : 'Planned'}
            </p>
            <h2 className={styles.title}>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </PageLayout>
  );
}
