import { useShell } from '@tomekeeper/remote-kit';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { PageLayout } from '../../site/page-layout';
import { pages } from '../../site/pages';
import { questions } from './questions';
import styles from './faq-page.module.css';

/** Fourteen questions, answered in the open: nothing to unfold, everything findable on the page. */
export function FaqPage() {
  const { Link } = useShell().routing;
  return (
    <PageLayout head={pages.faq}>
      <PageHeader title={pages.faq.title} />
      <dl className={styles.questions}>
        {questions.map(({ question, answer }) => (
          <div key={question} className={styles.entry}>
            <dt className={styles.question}>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.more}>
        Something else? <Link to="/contact">Ask us</Link>.
      </p>
    </PageLayout>
  );
}
