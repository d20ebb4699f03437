import { useForm } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { AuthForm, bareCode, checkCode, CodeField } from '../../form/auth-form';
import { useFailureText } from '../../form/failure-text';
import { useAuthTools } from '../../session/auth-tools';
import { TotpSecret } from '../../totp/totp-secret';
import { Loaded } from '../loaded';
import { useSecurity } from '../use-security';

interface Props {
  email: string;
  onConfirmed: () => Promise<void>;
  goBack: () => void;
}

/** Scan, type the first code: then it counts. */
export function SetUpAuthenticator({ email, onConfirmed, goBack }: Props) {
  const { loadSecurity } = useAuthTools();
  const failureText = useFailureText('set up authenticator');
  const { query } = useSecurity('new-authenticator', (security) => security.beginAuthenticator());
  const form = useForm({
    initial: { code: '' },
    check: checkCode,
    async send({ code }) {
      await (await loadSecurity()).confirmAuthenticator(bareCode(code));
      await onConfirmed();
    },
    failed: (error) => ({ ...failureText(error, 'Confirmation failed'), focus: 'code' }),
  });
  return (
    <Loaded query={query} loading="Making a key…" failed="Could not create a key.">
      {(setup) => (
        <AuthForm
          form={form}
          submit="Confirm"
          busy="Confirming…"
          actions={
            <Button variant="quiet" size="small" onClick={goBack}>
              Cancel
            </Button>
          }
        >
          <TotpSecret setup={setup} email={email} />
          <CodeField {...form.bind('code')} />
        </AuthForm>
      )}
    </Loaded>
  );
}
