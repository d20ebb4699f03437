import { brand } from '@tomekeeper/ui/brand';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { PageLayout } from '../../site/page-layout';
import { pages } from '../../site/pages';
import { ContactForm } from './contact-form';
import styles from './contact-page.module.css';

/** Contact form and mail address. */
export function ContactPage() {
  return (
    <PageLayout head={pages.contact}>
      <PageHeader
        title={pages.contact.title}
        intro="A question, a wish, a thing that broke mid-session: tell us. People read this, and people answer."
      />
      <div className={styles.page}>
        <ContactForm />
        <aside className={styles.aside}>
          <p>
            If you prefer your own mail program, write to{' '}
            <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>.
          </p>
        </aside>
      </div>
    </PageLayout>
  );
}
