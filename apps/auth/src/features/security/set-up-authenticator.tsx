import { useState, type FormEvent } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { bareCode, CodeField } from '../entrance/code-field';
import { useFailureText } from '../form/failure-text';
import { useFields } from '../form/use-fields';
import { useTask } from '../form/use-task';
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
  const failureText = useFailureText('set up authenticator');
  const { query } = useSecurity('new-authenticator', (security) => security.beginAuthenticator());
  const [failure, setFailure] = useState<Failure>();
  const confirming = useTask();
  const { form, values, bind, refuse, focus } = useFields({ totp_code: '' });

  function submit(event: FormEvent) {
    event.preventDefault();
    const code = bareCode(values.totp_code);
    setFailure(undefined);
    if (!code) return refuse({ totp_code: 'Confirmation code cannot be empty' });
    confirming.run(async () => {
      try {
        await (await loadSecurity()).confirmAuthenticator(code);
        await onConfirmed();
      } catch (error) {
        setFailure(failureText(error, 'Confirmation failed'));
        focus('totp_code');
      }
    });
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className={account.form}>
      <Loaded query={query} loading="Making a key…" failed="No key could be made.">
        {(setup) => (
          <Stack>
            <TotpSecret setup={setup} email={email} />
            <CodeField {...bind('totp_code')} label="Confirmation code" />
            <FormError {...failure} />
            <Cluster>
              <Button type="submit" variant="secondary" busy={confirming.busy && 'Confirming…'}>
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
