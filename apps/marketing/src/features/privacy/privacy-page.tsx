import { useShell } from '@tomekeeper/remote-kit';
import { brand } from '@tomekeeper/ui/brand';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { privacyPromises } from '../../site/facts';
import { PageLayout } from '../../site/page-layout';
import { pages } from '../../site/pages';
import { records } from './records';
import styles from './privacy-page.module.css';

/** Privacy notice: personal data, purposes and retention periods. */
export function PrivacyPage() {
  return (
    <PageLayout head={pages.privacy}>
      <PageHeader
        title={pages.privacy.title}
        intro={`Which personal data ${brand.name} stores, why, and for how long.`}
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
      <h2 id="rights">Your rights</h2>
      <p>
        Deleting a campaign deletes its files. The file of a deleted document is removed when it
        leaves the trash. Leave the <Link to="/unsubscribe">mailing list</Link> whenever you like.
        On <Link to="/account">your account page</Link> you can download all your data in one file
        and delete your account. For anything else about your data,{' '}
        <Link to="/contact">write to us</Link> or to{' '}
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
      </p>
      <p>
        No advertising, no tracking, no browsing history. These pages load nothing from third
        parties and send them nothing. If the operator of this site enables Google’s robot check for
        the contact form, only that page contacts Google.
      </p>
    </section>
  );
}
