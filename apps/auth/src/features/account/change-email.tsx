import { useState, type FormEvent } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { EmailField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { CodeField } from '../entrance/code-field';
import { ResendCode } from '../entrance/resend-code';
import { useFailureText } from '../form/failure-text';
import { useCodeForm } from '../form/use-code';
import { useFields } from '../form/use-fields';
import { useFocusOnce } from '../form/use-focus-once';
import { useTask } from '../form/use-task';
import { useAuthTools } from '../session/auth-tools';
import { AccountSection } from './account-section';
import styles from './account.module.css';

interface Props {
  onChanged: () => void;
}

/** Another address to sign in with. It counts once the code that went there is typed here. */
export function ChangeEmail({ onChanged }: Props) {
  const { toast } = useShell();
  const [pending, setPending] = useState<string>();
  const changed = () => {
    setPending(undefined);
    toast({ message: 'Your email is changed.', tone: 'success' });
    onChanged();
  };
  return (
    <AccountSection
      title="Change e-mail"
      lede="We send a code to the new address. Until you enter it here, the old one stays."
    >
      {pending === undefined ? (
        <NewAddress onSent={setPending} />
      ) : (
        <ProveAddress email={pending} onProved={changed} goBack={() => setPending(undefined)} />
      )}
    </AccountSection>
  );
}

function NewAddress({ onSent }: { onSent: (email: string) => void }) {
  const { toast } = useShell();
  const { loadPool } = useAuthTools();
  const failureText = useFailureText('request email change');
  const [failure, setFailure] = useState<Failure>();
  const sending = useTask();
  const { form, values, bind, set, refuse, focus } = useFields({ new_email: '' });

  function submit(event: FormEvent) {
    event.preventDefault();
    const email = values.new_email.trim();
    setFailure(undefined);
    if (!email) return refuse({ new_email: 'Email cannot be empty' });
    sending.run(async () => {
      try {
        const next = await (await loadPool()).requestEmailChange(email);
        if (next === 'confirm') return onSent(email);
        set('new_email', '');
        toast({ message: 'That is your address already.' });
      } catch (error) {
        setFailure(failureText(error, 'The code could not be sent.'));
        focus('new_email');
      }
    });
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.form}>
      <Stack>
        <EmailField {...bind('new_email')} label="New address" />
        <FormError {...failure} />
        <Cluster>
          <Button type="submit" variant="secondary" busy={sending.busy && 'Sending…'}>
            Send the code
          </Button>
        </Cluster>
      </Stack>
    </form>
  );
}

interface ProveProps {
  email: string;
  onProved: () => void;
  goBack: () => void;
}

function ProveAddress({ email, onProved, goBack }: ProveProps) {
  const { loadPool } = useAuthTools();
  const { form, bind, focus, submit, failure, busy, showUnsent } = useCodeForm(
    'confirm email change',
    async (code) => {
      await (await loadPool()).confirmEmailChange(code);
      onProved();
    },
  );
  useFocusOnce(() => focus('code'));

  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.form}>
      <Stack>
        <CodeField
          {...bind('code')}
          label="Confirmation code"
          description={`Sent to ${email}. It can take a minute to arrive.`}
        />
        <FormError {...failure} />
        <Cluster>
          <Button type="submit" variant="secondary" busy={busy && 'Confirming…'}>
            Confirm
          </Button>
          <ResendCode
            send={async () => (await loadPool()).resendEmailChangeCode()}
            onFailure={showUnsent}
          />
          <Button variant="quiet" size="small" onClick={goBack}>
            Cancel
          </Button>
        </Cluster>
      </Stack>
    </form>
  );
}
