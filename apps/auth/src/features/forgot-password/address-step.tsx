import { useState, type FormEvent } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { Button } from '@tomekeeper/ui/button';
import { EmailField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Stack } from '@tomekeeper/ui/stack';
import { EntranceLayout } from '../entrance/entrance-layout';
import { EntranceLink } from '../entrance/entrance-link';
import { useFailureText } from '../form/failure-text';
import { useFields } from '../form/use-fields';
import { useTask } from '../form/use-task';
import { useAuthTools } from '../session/auth-tools';

interface Props {
  email: string;
  onSent: (email: string) => void;
}

/** Step one: where to send the code. */
export function AddressStep({ email: typed, onSent }: Props) {
  const { loadPool } = useAuthTools();
  const failureText = useFailureText('request password reset');
  const [failure, setFailure] = useState<Failure>();
  const sending = useTask();
  const { form, values, bind, refuse } = useFields({ email: typed });

  function submit(event: FormEvent) {
    event.preventDefault();
    const email = values.email.trim();
    setFailure(undefined);
    if (!email) return refuse({ email: 'Email cannot be empty' });
    sending.run(async () => {
      try {
        await (await loadPool()).requestPasswordReset(email);
        onSent(email);
      } catch (error) {
        setFailure(failureText(error, 'The code could not be sent.'));
      }
    });
  }

  return (
    <EntranceLayout
      title="Forgot password"
      lede="We send you a code, and with it you choose a new password."
      footer={
        <p>
          Remembered it? <EntranceLink to="/login">Sign In</EntranceLink>
        </p>
      }
    >
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        onFocus={() => void loadPool().catch(() => undefined)}
      >
        <Stack>
          <EmailField {...bind('email')} autoComplete="username" />
          <FormError {...failure} />
          <Button type="submit" wide busy={sending.busy && 'Sending…'}>
            Send the code
          </Button>
        </Stack>
      </form>
    </EntranceLayout>
  );
}
