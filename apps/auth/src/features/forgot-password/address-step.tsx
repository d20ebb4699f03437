import { useForm } from '@tomekeeper/remote-kit';
import { EmailField } from '@tomekeeper/ui/field';
import { AuthLink, AuthPage } from '../auth-page/auth-page';
import { AuthForm } from '../form/auth-form';
import { useFailureText } from '../form/failure-text';
import { useAuthTools } from '../session/auth-tools';

interface Props {
  email: string;
  onSent: (email: string) => void;
}

/** Step one: where to send the code. */
export function AddressStep({ email: typed, onSent }: Props) {
  const { loadPool } = useAuthTools();
  const failureText = useFailureText('request password reset');
  const form = useForm({
    initial: { email: typed },
    check: ({ email }) => ({ fields: { email: !email.trim() && 'Email cannot be empty' } }),
    async send({ email }) {
      await (await loadPool()).requestPasswordReset(email.trim());
      onSent(email.trim());
    },
    failed: (error) => failureText(error, 'The code could not be sent.'),
  });
  return (
    <AuthPage
      title="Forgot password"
      intro="We send you a code, and with it you choose a new password."
      footer={
        <p>
          Remembered it? <AuthLink to="/login">Sign In</AuthLink>
        </p>
      }
    >
      <AuthForm
        form={form}
        submit="Send the code"
        busy="Sending…"
        wide
        onFocus={() => void loadPool().catch(() => undefined)}
      >
        <EmailField {...form.bind('email')} autoComplete="username" />
      </AuthForm>
    </AuthPage>
  );
}
