import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { CodeField } from '../entrance/code-field';
import { useCodeForm } from '../form/use-code';
import { useAuthTools } from '../session/auth-tools';
import { TotpSecret } from '../totp/totp-secret';
import account from '../account/account.module.css';
import { Loaded } from './loaded';
import { useSecurity } from './use-security';

interface Props {
  email: string;
  onConfirmed: () => Promise<void>;
  goBack: () => void;
}

/** Scan, type the first code: then it counts. */
export function SetUpAuthenticator({ email, onConfirmed, goBack }: Props) {
  const { loadSecurity } = useAuthTools();
  const { query } = useSecurity('new-authenticator', (security) => security.beginAuthenticator());
  const { form, bind, submit, failure, busy } = useCodeForm(
    'set up authenticator',
    async (code) => {
      await (await loadSecurity()).confirmAuthenticator(code);
      await onConfirmed();
    },
  );

  return (
    <form ref={form} noValidate onSubmit={submit} className={account.form}>
      <Loaded query={query} loading="Making a key…" failed="No key could be made.">
        {(setup) => (
          <Stack>
            <TotpSecret setup={setup} email={email} />
            <CodeField {...bind('code')} label="Confirmation code" />
            <FormError {...failure} />
            <Cluster>
              <Button type="submit" variant="secondary" busy={busy && 'Confirming…'}>
                Confirm
              </Button>
              <Button variant="quiet" size="small" onClick={goBack}>
                Cancel
              </Button>
            </Cluster>
          </Stack>
        )}
      </Loaded>
    </form>
  );
}
