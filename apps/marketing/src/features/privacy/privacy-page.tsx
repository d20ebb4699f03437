import { useShell } from '@tomekeeper/remote-kit';
import { brand } from '@tomekeeper/ui/brand';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { privacyPromises } from '../../site/facts';
import { PageLayout } from '../../site/page-layout';
import { pages } from '../../site/pages';
import { records } from './records';
import styles from './privacy-page.module.css';

/** What is kept, why, and for how long. */
export function PrivacyPage() {
  return (
    <PageLayout head={pages.privacy}>
      <PageHeader
        title={pages.privacy.title}
        lede={`What ${brand.name} keeps about you, why, and for how long.`}
      />
      <ul className={styles.promises} role="list">
        {privacyPromises.map((promise) => (
          <li key={promise}>{promise}</li>
        ))}
      </ul>
      <div className={styles.records}>
        {records.map(({ subject, what, why, howLong }) => (
          <section key={subject} className={styles.record}>
            <h2 className={styles.subject}>{subject}</h2>
            <dl className={styles.facts}>
              <dt>What</dt>
              <dd>{what}</dd>
              <dt>Why</dt>
              <dd>{why}</dd>
              <dt>How long</dt>
              <dd>{howLong}</dd>
            </dl>
          </section>
        ))}
      </div>
      <Rights />
    </PageLayout>
  );
}

function Rights() {
  const { Link } = useShell().routing;
  return (
    <section className={styles.rights} aria-labelledby="rights">
      <h2 id="rights">What you can do</h2>
      <p>
        Delete a campaign, and its files go with it; a document’s file goes when it leaves the
        trash. Leave the <Link to="/unsubscribe">mailing list</Link> whenever you like. On{' '}
        <Link to="/account">your account page</Link> you can download all that we keep of you in one
        file, and delete your account. For anything else about your data,{' '}
        <Link to="/contact">write to us</Link> or to{' '}
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
      </p>
      <p>
        No advertising, no tracking, no record of what you look at: these pages load nothing from
        anyone else and tell nobody else. Should the people who run this site switch on Google’s
        robot check for the contact form, that page, and only that page, asks Google.
      </p>
    </section>
  );
}
