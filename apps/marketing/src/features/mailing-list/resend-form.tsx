import { useForm, useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { EmailField } from '@tomekeeper/ui/field';
import { Stack } from '@tomekeeper/ui/stack';
import { emailMissing, FormOutcome } from '../../form/form-outcome';
import { resend } from './mailing-api';

/** 'Resend verification link'. */
export function ResendForm() {
  const { http } = useShell();
  const form = useForm<'email'>({
    clearRefusalOnEdit: true,
    check: emailMissing,
    send: (values) => resend(http, values.email),
  });
  return (
    <form {...form.props} aria-labelledby="resend">
      <Stack gap={4}>
        <h2 id="resend">Resend verification link</h2>
        <EmailField {...form.bind('email')} />
        <FormOutcome form={form} />
        <div>
          <Button type="submit" busy={form.busy && 'Sending…'}>
            Resend
          </Button>
        </div>
      </Stack>
    </form>
  );
}
