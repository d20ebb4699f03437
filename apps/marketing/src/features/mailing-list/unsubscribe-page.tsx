import { useForm, useShell } from '@tomekeeper/remote-kit';
import { brand } from '@tomekeeper/ui/brand';
import { Button } from '@tomekeeper/ui/button';
import { EmailField } from '@tomekeeper/ui/field';
import { PageHeader } from '@tomekeeper/ui/page-header';
import { Stack } from '@tomekeeper/ui/stack';
import { emailMissing, FormOutcome } from '../../form/form-outcome';
import { PageLayout } from '../../site/page-layout';
import { pages } from '../../site/pages';
import { unsubscribe } from './mailing-api';
import styles from './mailing-list.module.css';

/** The way off the mailing list; the mails' links bring the address along. */
export function UnsubscribePage() {
  const { http, routing } = useShell();
  const email = new URLSearchParams(routing.useLocation().search).get('email') ?? '';
  const form = useForm<'email'>({
    clearRefusalOnEdit: true,
    check: emailMissing,
    send: (values) => unsubscribe(http, values.email),
  });
  return (
    <PageLayout head={pages.unsubscribe}>
      <PageHeader
        title={pages.unsubscribe.title}
        intro={`You will get no more news of ${brand.name}. Your account, if you have one, is not affected.`}
      />
      <form {...form.props} className={styles.column}>
        <Stack gap={4}>
          <EmailField {...form.bind('email')} key={email} defaultValue={email} />
          <FormOutcome form={form} />
          <div>
            <Button type="submit" busy={form.busy && 'Sending…'}>
              Unsubscribe
            </Button>
          </div>
        </Stack>
      </form>
    </PageLayout>
  );
}
