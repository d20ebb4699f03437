import { useState } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { useAuthTools } from '../session/auth-tools';
import { AddressStep } from './address-step';
import { NewPasswordStep } from './new-password-step';

/** E-mail → code and new password → signed in. */
export function ForgotPasswordPage() {
  const { routing } = useShell();
  const { betweenScreens } = useAuthTools();
  const { search } = routing.useLocation();
  const [email, setEmail] = useState(new URLSearchParams(search).get('email')?.trim() ?? '');
  // Another page may have asked for the code.
  const [sent, setSent] = useState(() => {
    const given = betweenScreens.peek();
    return given?.resetSent === true && given.email === email;
  });
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
