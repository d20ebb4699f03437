import { useEffect, useId, useState } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import type { ProofFactor } from '@tomekeeper/contracts-identity';
import { useForm, useShell, useTask, type Refusal } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { PasswordField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { AccountName, bareCode, checkCode, CodeField } from '../form/auth-form';
import { useFailureText } from '../form/failure-text';
import type { AccountSecurity } from '../session/user-pool/account-security';
import { useAuthTools } from '../session/auth-tools';
import { isPoolError } from '../session/user-pool/user-pool-error';

type Field = 'password' | 'code';

interface Props {
  onProved: () => void;
  onCancel: () => void;
}

/** Asks for one proof of who it is: a passkey, the password, or a code of the authenticator app. */
export function ReauthenticationDialog({ onProved, onCancel }: Props) {
  const { session } = useShell();
  const { loadSecurity } = useAuthTools();
  const failureText = useFailureText('prove identity');
  const formId = useId();
  const [factors, setFactors] = useState<readonly ProofFactor[]>();
  const [byCode, setByCode] = useState(false);
  const proving = useTask();
  const state = session.useSession();
  const email = state.status === 'signed-in' ? (state.user?.email ?? '') : '';
  const field: Field = byCode || factors?.includes('PASSWORD') === false ? 'code' : 'password';
  const hasField = factors?.some((factor) => factor !== 'WEB_AUTHN') ?? false;
  const hasBoth = factors?.includes('PASSWORD') && factors.includes('SOFTWARE_TOKEN_MFA');

  const failed = (error: unknown): Refusal<Field> => ({
    ...(inOurWords(error) ?? failureText(error, 'That did not work. Please try again.')),
    focus: field,
  });
  const form = useForm<Field>({
    initial: { password: '', code: '' },
    check: ({ password, code }) =>
      field === 'code'
        ? checkCode({ code })
        : { fields: { password: !password && 'Password cannot be empty' } },
    send: ({ password, code }) =>
      prove((security) =>
        field === 'code'
          ? security.proveByCode(bareCode(code))
          : security.proveByPassword(password),
      ),
    failed,
  });
  const busy = form.busy || proving.busy;

  useEffect(() => {
    let gone = false;
    const read = async () => {
      try {
        const found = await (await loadSecurity()).proofFactors();
        if (!gone) setFactors(found);
      } catch (error) {
        if (!gone) form.refuse(failureText(error, 'We could not ask for it. Please try again.'));
      }
    };
    void read();
    return () => void (gone = true);
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- once
  useEffect(() => {
    if (hasField) form.focus(field);
  }, [hasField, field]); // eslint-disable-line react-hooks/exhaustive-deps -- when it appears

  async function prove(by: (security: AccountSecurity) => Promise<void>) {
    await by(await loadSecurity());
    onProved();
  }

  function takePasskey() {
    form.refuse();
    proving.run(() =>
      prove((security) => security.proveByPasskey()).catch((error: unknown) =>
        form.refuse(failed(error)),
      ),
    );
  }

  function change() {
    setByCode(field === 'password');
    form.refuse();
    form.set('code', '');
  }

  return (
    <Dialog
      open
      onClose={onCancel}
      busy={busy}
      title="Confirm that it is you"
      description="You signed in a while ago. Once you have confirmed it, we go on where you were."
      actions={
        <>
          <Button variant="secondary" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
          {hasField && (
            <Button type="submit" form={formId} busy={busy && 'Confirming…'}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      {!factors && !form.refusal && <Skeleton label="Asking what you have…" count={1} />}
      <Stack>
        {factors?.includes('WEB_AUTHN') && (
          <Button
            variant={hasField ? 'secondary' : 'primary'}
            wide
            disabled={busy}
            onClick={takePasskey}
          >
            Use your passkey
          </Button>
        )}
        {hasField && (
          <form {...form.props} id={formId}>
            <AccountName email={email} />
            {field === 'code' ? (
              <CodeField
                {...form.bind('code')}
                label="Code of your authenticator app"
                readOnly={busy}
              />
            ) : (
              <PasswordField
                {...form.bind('password')}
                label="Your password"
                autoComplete="current-password"
                readOnly={busy}
                required
              />
            )}
          </form>
        )}
        <FormError {...form.refusal} />
        {hasBoth && (
          <Cluster>
            <Button variant="quiet" size="small" disabled={busy} onClick={change}>
              {field === 'password' ? 'Use your authenticator app' : 'Use your password'}
            </Button>
          </Cluster>
        )}
      </Stack>
    </Dialog>
  );
}

/** Technical messages of the pool or the browser. */
function inOurWords(error: unknown): Failure | undefined {
  if (isPoolError(error, 'NotAllowedError') || isPoolError(error, 'AbortError'))
    return { message: 'No passkey was used.' };
  const isWrong =
    isPoolError(error, 'NotAuthorizedException') &&
    error instanceof Error &&
    error.message === 'Incorrect username or password.';
  return isWrong ? { message: 'This is not your password.' } : undefined;
}
