import { useShell } from '@tomekeeper/remote-kit';
import { brand, Logo } from '@tomekeeper/ui/brand';
import { SubscribeForm } from '../mailing-list/subscribe-form';
import { PageLayout } from '../../site/page-layout';
import { pages } from '../../site/pages';
import { homeQuestions } from './home-questions';
import { TwoSides } from './two-sides';
import styles from './launch-page.module.css';

/** Public front page with the launch status and the mailing-list form. */
export function LaunchPage() {
  return (
    <PageLayout head={pages.landing}>
      <article className={styles.page}>
        <Opening />
        <TwoSides />
        <Questions />
      </article>
    </PageLayout>
  );
}

function Opening() {
  const { Link } = useShell().routing;
  return (
    <section className={styles.opening}>
      <div className={styles.words}>
        <span className={styles.logo}>
          <Logo size={56} />
        </span>
        <h1 className={styles.welcome}>Welcome to {brand.name}</h1>
        <p className={styles.intro}>
          A quiet place for game masters to keep campaigns, players, and every map, letter and
          secret that belongs to the story. AI and search find any of it for you while the table
          waits.
        </p>
        <p className={styles.status}>
          <strong>{brand.name} is not ready for launch yet.</strong> Here is{' '}
          <Link to="/features">a list of built and planned features</Link>.
        </p>
      </div>
      <section className={styles.news} aria-labelledby="news">
        <h2 id="news" className={styles.newsTitle}>
          Get launch news
        </h2>
        <p className={styles.newsText}>One mail when there is news, with a link to unsubscribe.</p>
        <SubscribeForm />
        <p className={styles.small}>
          We use your address only for this list. <Link to="/privacy">Privacy</Link>
        </p>
      </section>
    </section>
  );
}

function Questions() {
  const { Link } = useShell().routing;
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h2 id="questions">Frequently Asked Questions</h2>
      <ul role="list" className={styles.boxes}>
        {homeQuestions.map(({ question, answer }) => (
          <li key={question} className={styles.box}>
            <h3>{question}</h3>
            <p>{answer}</p>
          </li>
        ))}
        <li className={styles.more}>
          <p>
            There are <Link to="/faq">more answers</Link>, and for other questions a{' '}
            <Link to="/contact">contact form</Link>.
          </p>
        </li>
      </ul>
    </section>
  );
}
