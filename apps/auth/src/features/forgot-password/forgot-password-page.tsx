import { useState } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { AddressStep } from './address-step';
import { NewPasswordStep } from './new-password-step';

/** E-mail → code and new password → signed in. */
export function ForgotPasswordPage() {
  const { routing } = useShell();
  const { search } = routing.useLocation();
  const [email, setEmail] = useState(new URLSearchParams(search).get('email')?.trim() ?? '');
  const [sent, setSent] = useState(false);
  routing.useTitle('Forgot password');

  return sent ? (
    <NewPasswordStep email={email} goBack={() => setSent(false)} />
  ) : (
    <AddressStep
      email={email}
      onSent={(address) => {
        setEmail(address);
        setSent(true);
      }}
    />
  );
}
