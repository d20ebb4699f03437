import { useShell } from '@tomekeeper/remote-kit';
import { FormError } from '@tomekeeper/ui/form-error';
import { Notice } from '@tomekeeper/ui/notice';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Stack } from '@tomekeeper/ui/stack';
import { PageLayout } from '../../site/page-layout';
import { pages } from '../../site/pages';
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
        {verification === undefined && <p role="status">Checking your link…</p>}
        {typeof verification === 'string' && (
          <>
            <Notice tone="success" title={verification} />
            <p>
              You hear from us when there is something to tell. Until then, here is{' '}
              <Link to="/features">built and planned features</Link>.
            </p>
          </>
        )}
        {typeof verification === 'object' && (
          <>
            <FormError {...verification} />
            <ResendForm />
          </>
        )}
      </Stack>
    </PageLayout>
  );
}
