import { useShell } from '@tomekeeper/remote-kit';
import { FormError } from '@tomekeeper/ui/form-error';
import { Notice } from '@tomekeeper/ui/notice';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Stack } from '@tomekeeper/ui/stack';
import { PageLayout } from '../site/page-layout';
import { pages } from '../site/pages';
import { ResendForm } from './resend-form';
import { useVerification } from './use-verification';
import styles from './mailing-list.module.css';

/** Where the link of the verification mail leads. */
export function VerifyPage() {
  const { Link } = useShell().routing;
  const verification = useVerification();
  return (
    <PageLayout head={pages.verifySubscribe}>
      <PageHeader title={pages.verifySubscribe.title} />
      <Stack gap={7} className={styles.column}>
        {verification.status === 'checking' && <p role="status">Checking your link…</p>}
        {verification.status === 'ok' && (
          <>
            <Notice tone="success" title={verification.message} />
            <p>
              You hear from us when there is something to tell. Until then, here is{' '}
              <Link to="/features">what works and what is planned</Link>.
            </p>
          </>
        )}
        {verification.status === 'error' && (
          <>
            <FormError
              message={verification.message}
              reason={verification.reason}
              reference={verification.reference}
            />
            <ResendForm />
          </>
        )}
      </Stack>
    </PageLayout>
  );
}
