import { useForm, useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { EmailField, TextField } from '@tomekeeper/ui/field';
import { Stack } from '@tomekeeper/ui/stack';
import { emailMissing, FormOutcome, NeedsScript } from '../../form/form-outcome';
import { withLazyModule } from '../../form/lazy-module';

const loadApi = () => import('./mailing-api');

/** Sign-up for the mailing list. */
export function SubscribeForm() {
  const { http } = useShell();
  const form = useForm<'email' | 'name'>({
    clearRefusalOnEdit: true,
    check: emailMissing,
    send: (values) =>
      withLazyModule(
        loadApi,
        ({ subscribe }) => subscribe(http, { email: values.email, name: values.name }),
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
        <FormOutcome form={form} />
        <Button type="submit" wide busy={form.busy && 'Sending…'}>
          Subscribe
        </Button>
      </Stack>
    </form>
  );
}
