import { useEffect, useId, useState, type FormEvent } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import type { ProofFactor } from '@tomekeeper/contracts-identity';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Dialog } from '@tomekeeper/ui/dialog';
import { PasswordField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { CodeField } from '../entrance/code-field';
import { AccountName } from '../form/account-name';
import { useFailureText } from '../form/failure-text';
import { bareCode } from '../form/use-code';
import { useFields } from '../form/use-fields';
import { useTask } from '../form/use-task';
import type { AccountSecurity } from '../session/account-security';
import { useAuthTools } from '../session/auth-tools';
import { isPoolError } from '../session/user-pool-error';

interface Props {
  onProved: () => void;
  onCancel: () => void;
}

/** Asks for one proof of who it is: a passkey, the password, or a code of the authenticator app. */
export function ProofDialog({ onProved, onCancel }: Props) {
  const { session } = useShell();
  const { loadSecurity } = useAuthTools();
  const failureText = useFailureText('prove identity');
  const formId = useId();
  const [factors, setFactors] = useState<readonly ProofFactor[]>();
  const [byCode, setByCode] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const proving = useTask();
  const { form, values, bind, set, focus, refuse } = useFields({ password: '', code: '' });
  const state = session.useSession();
  const email = state.status === 'signed-in' ? (state.user?.email ?? '') : '';
  const field = byCode || factors?.includes('PASSWORD') === false ? 'code' : 'password';
  const hasField = factors?.some((factor) => factor !== 'WEB_AUTHN') ?? false;
  const hasBoth = factors?.includes('PASSWORD') && factors.includes('SOFTWARE_TOKEN_MFA');

  useEffect(() => {
    let gone = false;
    const read = async () => {
      try {
        const found = await (await loadSecurity()).proofFactors();
        if (!gone) setFactors(found);
      } catch (error) {
        if (!gone) setFailure(failureText(error, 'We could not ask for it. Please try again.'));
      }
    };
    void read();
    return () => void (gone = true);
  }, []); // eslint-disable-line react-hooks/exhaustive-deps -- once
  useEffect(() => {
    if (hasField) focus(field);
  }, [hasField, field]); // eslint-disable-line react-hooks/exhaustive-deps -- when it appears

  function prove(by: (security: AccountSecurity) => Promise<void>) {
    setFailure(undefined);
    proving.run(async () => {
      try {
        await by(await loadSecurity());
      } catch (error) {
        setFailure(inOurWords(error) ?? failureText(error, 'That did not work. Please try again.'));
        return focus(field);
      }
      onProved();
    });
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    // A portal's events rise through the page that opened it, which may be a form itself.
    event.stopPropagation();
    const { password } = values;
    const code = bareCode(values.code);
    if (field === 'code') {
      refuse(code ? {} : { code: 'Confirmation code cannot be empty' });
      if (code) prove((security) => security.proveByCode(code));
    } else {
      refuse(password ? {} : { password: 'Password cannot be empty' });
      if (password) prove((security) => security.proveByPassword(password));
    }
  }

  function change() {
    setByCode(field === 'password');
    setFailure(undefined);
    set('code', '');
  }

  return (
    <Dialog
      open
      onClose={onCancel}
      busy={proving.busy}
      title="Confirm that it is you"
      description="You signed in a while ago. Once you have confirmed it, we go on where you were."
      actions={
        <>
          <Button variant="secondary" disabled={proving.busy} onClick={onCancel}>
            Cancel
          </Button>
          {hasField && (
            <Button type="submit" form={formId} busy={proving.busy && 'Confirming…'}>
              Confirm
            </Button>
          )}
        </>
      }
    >
      {!factors && !failure && <Skeleton label="Asking what you have…" count={1} />}
      <Stack>
        {factors?.includes('WEB_AUTHN') && (
          <Button
            variant={hasField ? 'secondary' : 'primary'}
            wide
            disabled={proving.busy}
            onClick={() => prove((security) => security.proveByPasskey())}
          >
            Use your passkey
          </Button>
        )}
        {hasField && (
          <form id={formId} ref={form} noValidate onSubmit={submit}>
            <AccountName email={email} />
            {field === 'code' ? (
              <CodeField
                {...bind('code')}
                label="Code of your authenticator app"
                readOnly={proving.busy}
              />
            ) : (
              <PasswordField
                {...bind('password')}
                label="Your password"
                autoComplete="current-password"
                readOnly={proving.busy}
                required
              />
            )}
          </form>
        )}
        <FormError {...failure} />
        {hasBoth && (
          <Cluster>
            <Button variant="quiet" size="small" disabled={proving.busy} onClick={change}>
              {field === 'password' ? 'Use your authenticator app' : 'Use your password'}
            </Button>
          </Cluster>
        )}
      </Stack>
    </Dialog>
  );
}

/** What the pool or the browser says to programmers. */
function inOurWords(error: unknown): Failure | undefined {
  if (isPoolError(error, 'NotAllowedError') || isPoolError(error, 'AbortError'))
    return { message: 'No passkey was used.' };
  const isWrong =
    isPoolError(error, 'NotAuthorizedException') &&
    error instanceof Error &&
    error.message === 'Incorrect username or password.';
  return isWrong ? { message: 'This is not your password.' } : undefined;
}
