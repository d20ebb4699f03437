import { useState } from 'react';
import { useForm, useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { EmailField } from '@tomekeeper/ui/field';
import { AuthForm, bareCode, checkCode, CodeField } from '../form/auth-form';
import { useFailureText } from '../form/failure-text';
import { ResendCode } from '../form/resend-code';
import { useAuthTools } from '../session/auth-tools';
import { AccountSection } from '../account-section/account-section';

/** Changes the address after the code that was sent to the new one is entered. */
export function ChangeEmail({ onChanged }: { onChanged: () => void }) {
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
      intro="We send a code to the new address. Until you enter it here, the old one stays."
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
  const form = useForm({
    initial: { new_email: '' },
    check: ({ new_email }) => ({
      fields: { new_email: !new_email.trim() && 'Email cannot be empty' },
    }),
    async send({ new_email }, { set }) {
      const email = new_email.trim();
      const next = await (await loadPool()).requestEmailChange(email);
      if (next === 'confirm') return onSent(email);
      set('new_email', '');
      toast({ message: 'That is your address already.' });
    },
    failed: (error) => ({
      ...failureText(error, 'The code could not be sent.'),
      focus: 'new_email',
    }),
  });
  return (
    <AuthForm form={form} submit="Send the code" busy="Sending…">
      <EmailField {...form.bind('new_email')} label="New address" />
    </AuthForm>
  );
}

interface ProveProps {
  email: string;
  onProved: () => void;
  goBack: () => void;
}

function ProveAddress({ email, onProved, goBack }: ProveProps) {
  const { loadPool } = useAuthTools();
  const failureText = useFailureText('confirm email change');
  const form = useForm({
    initial: { code: '' },
    focusFirst: 'code',
    check: checkCode,
    async send({ code }) {
      await (await loadPool()).confirmEmailChange(bareCode(code));
      onProved();
    },
    failed: (error) => ({ ...failureText(error, 'Confirmation failed'), focus: 'code' }),
  });
  return (
    <AuthForm
      form={form}
      submit="Confirm"
      busy="Confirming…"
      actions={
        <>
          <ResendCode
            send={async () => (await loadPool()).resendEmailChangeCode()}
            form={form}
            where="confirm email change"
          />
          <Button variant="quiet" size="small" onClick={goBack}>
            Cancel
          </Button>
        </>
      }
    >
      <CodeField
        {...form.bind('code')}
        description={`Sent to ${email}. It can take a minute to arrive.`}
      />
    </AuthForm>
  );
}
