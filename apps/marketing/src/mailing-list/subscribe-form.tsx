import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { EmailField, TextField } from '@tomekeeper/ui/field';
import { Stack } from '@tomekeeper/ui/stack';
import { emailMissing } from '../form/email-missing';
import { FormOutcome } from '../form/form-outcome';
import { NeedsScript } from '../form/needs-script';
import { late } from '../form/late';
import { useForm } from '../form/use-form';

const loadApi = () => import('./mailing-api');

/** Sign-up for the mailing list. */
export function SubscribeForm() {
  const { http } = useShell();
  const form = useForm({
    check: emailMissing,
    send: (values) =>
      late(
        loadApi,
        ({ subscribe }) => subscribe(http, { email: values('email'), name: values('name') }),
        'Sorry, something went wrong.',
      ),
  });
  return (
    <form
      {...form.props}
      aria-label="Mailing list"
      onFocus={() => void loadApi().catch(() => undefined)}
    >
      <Stack gap={4}>
        <EmailField {...form.bind('email')} />
        <TextField
          {...form.bind('name')}
          label="Name"
          autoComplete="name"
          maxLength={200}
          optional
        />
        <NeedsScript />
        <FormOutcome state={form.state} />
        <Button type="submit" wide busy={form.state.status === 'sending' && 'Sending…'}>
          Subscribe
        </Button>
      </Stack>
    </form>
  );
}
