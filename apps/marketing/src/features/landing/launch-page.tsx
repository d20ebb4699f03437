import { useShell } from '@tomekeeper/remote-kit';
import { brand, Logo } from '@tomekeeper/ui/brand';
import { SubscribeForm } from '../mailing-list/subscribe-form';
import { PageLayout } from '../../site/page-layout';
import { pages } from '../../site/pages';
import { homeQuestions } from './home-questions';
import { TwoSides } from './two-sides';
import styles from './launch-page.module.css';

/** The front page of the public site: what this will be, that it is not ready, and how to hear of it. */
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
          secret that belongs to the story. The plan is an assistant that uses AI and search to find
          any of it for you while the table waits.
        </p>
        <p className={styles.standing}>
          <strong>{brand.name} is not ready for launch yet.</strong> Here is{' '}
          <Link to="/features">what works already and what is planned</Link>.
        </p>
      </div>
      <section className={styles.news} aria-labelledby="news">
        <h2 id="news" className={styles.newsTitle}>
          Hear of the launch
        </h2>
        <p className={styles.newsText}>
          One letter when there is something to tell, and a link in each to leave.
        </p>
        <SubscribeForm />
        <p className={styles.small}>
          We keep your address for this list alone. <Link to="/privacy">How we keep it</Link>
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
            There are <Link to="/faq">more answers</Link>, and for the rest there is{' '}
            <Link to="/contact">a letter box</Link>.
          </p>
        </li>
      </ul>
    </section>
  );
}
