import { useShell } from '@tomekeeper/remote-kit';
import { brand } from '@tomekeeper/ui/brand';
import { buttonClass } from '@tomekeeper/ui/button';
import { facts } from '../../site/facts';
import { PageLayout } from '../../site/page-layout';
import { pages } from '../../site/pages';
import { TwoSides } from './two-sides';
import styles from './landing-page.module.css';

/** The front page before launch, and the answer to any address that leads nowhere. */
export function LandingPage() {
  const { routing } = useShell();
  const astray = routing.useLocation().pathname !== '/';
  return (
    <PageLayout head={astray ? { ...pages.landing, indexed: false } : pages.landing}>
      <article className={styles.page}>
        {astray && <Astray />}
        <Opening />
        <TwoSides />
        <Today />
        <LaunchStatus />
      </article>
    </PageLayout>
  );
}

function Astray() {
  const { pathname } = useShell().routing.useLocation();
  return (
    <div className={styles.astray} role="status">
      <p>
        <strong>There is no page at that address.</strong>
      </p>
      <p>
        <code>{pathname}</code> may be mistyped, or the page has moved. Below is the front page.
      </p>
    </div>
  );
}

function Opening() {
  return (
    <section className={styles.opening}>
      <h1 className={styles.headline}>
        The whole campaign behind your screen. <em>Only revealed secrets</em> in front of it.
      </h1>
      <p className={styles.intro}>
        {brand.name} is a quiet place for game masters to keep their campaigns, the people who play
        in them, and every map, letter and secret that belongs to the story.
      </p>
      <Calls />
      <p className={styles.honest}>
        Not ready for launch yet. Everything here works; more features are planned.
      </p>
    </section>
  );
}

function Calls() {
  const { routing, session, config } = useShell();
  const { Link } = routing;
  const { status } = session.useSession();
  if (status === 'signed-in') {
    return (
      <div className={styles.calls}>
        <Link to="/home" className={buttonClass()}>
          Go to my campaigns
        </Link>
      </div>
    );
  }
  return (
    <div className={styles.calls}>
      <Link to="/signup" className={buttonClass()}>
        Create account
      </Link>
      {config.environment !== 'production' && (
        <Link to="/login" className={buttonClass({ variant: 'secondary' })}>
          Log in
        </Link>
      )}
    </div>
  );
}

const today = [
  {
    title: 'Campaigns, side by side',
    text: 'Long campaigns, one-shots, and the campaign you will surely continue in spring. Each has its own system, players and documents.',
  },
  {
    title: 'The people at your table',
    text: 'Add players by their e-mail address. They see the campaign; everyone else cannot even tell that it exists.',
  },
  {
    title: 'Documents, found when asked',
    text: 'Upload files of any type and write notes. Search and answers find a passage in the two seconds the table will wait.',
  },
  {
    title: 'Secrets that stay secret',
    text: 'A document marked as a spoiler is not greyed out or locked for your players. It is simply not there, until you reveal it.',
  },
] as const;

function Today() {
  const { Link } = useShell().routing;
  return (
    <section className={styles.today} aria-labelledby="today">
      <h2 id="today">Features today</h2>
      <dl className={styles.list}>
        {today.map(({ title, text }) => (
          <div key={title} className={styles.entry}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Link to="/features">All features, built and planned</Link>
      </p>
    </section>
  );
}

function LaunchStatus() {
  const { Link } = useShell().routing;
  return (
    <section className={styles.status} aria-labelledby="launch-status">
      <h2 id="launch-status">Where we are</h2>
      <p>
        We planned to launch in {facts.launchTarget}. {brand.name} is not ready yet, and we prefer
        to launch a complete product. The planned price is {facts.price}, perhaps with further
        tiers.
      </p>
      <p>
        Until then you are welcome to look around, read the{' '}
        <Link to="/faq">frequently asked questions</Link>, or{' '}
        <Link to="/contact">tell us about your table</Link>.
      </p>
    </section>
  );
}
