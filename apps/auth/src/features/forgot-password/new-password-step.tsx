import { useState, type FormEvent } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { FormError } from '@tomekeeper/ui/form-error';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { CodeField } from '../entrance/code-field';
import { EnterFailure } from '../entrance/enter-failure';
import { EntranceLayout } from '../entrance/entrance-layout';
import { ResendCode } from '../entrance/resend-code';
import { withRedirect } from '../entrance/redirect-path';
import { useEnter } from '../entrance/use-enter';
import { AccountName } from '../form/account-name';
import { useFailureText } from '../form/failure-text';
import { bareCode } from '../form/use-code';
import { useFields } from '../form/use-fields';
import { useFocusOnce } from '../form/use-focus-once';
import { useTask } from '../form/use-task';
import { NewPasswordField } from '../password-policy/new-password-field';
import { newPasswordProblem } from '../password-policy/policy-rules';
import { useAuthTools } from '../session/auth-tools';
import { isPoolError } from '../session/user-pool-error';
import { signInAfterwards, toGoOn } from '../sign-in/sign-in-afterwards';

interface Props {
  email: string;
  goBack: () => void;
}

/** Step two: the code and the new password. */
export function NewPasswordStep({ email, goBack }: Props) {
  const { routing, toast, config } = useShell();
  const { loadPool, handover } = useAuthTools();
  const { search } = routing.useLocation();
  const failureText = useFailureText('confirm password reset');
  const [failure, setFailure] = useState<Failure>();
  const saving = useTask();
  const { enter, failure: enterFailure } = useEnter();
  const { form, values, bind, focus, refuse } = useFields({ code: '', password: '' });
  const [keepFactors, setKeepFactors] = useState(false);

  useFocusOnce(() => focus('code'));

  function submit(event: FormEvent) {
    event.preventDefault();
    const code = bareCode(values.code);
    const { password } = values;
    const problem = newPasswordProblem(password);
    const errors = {
      ...(!code && { code: 'Confirmation code cannot be empty' }),
      ...(problem && { password: problem }),
    };
    setFailure(undefined);
    refuse(errors);
    if (Object.keys(errors).length === 0) saving.run(() => save(code, password));
  }

  async function save(code: string, password: string) {
    try {
      const pool = await loadPool();
      await pool.confirmPasswordReset(email, code, password, { keepFactors });
      const outcome = await signInAfterwards(pool, email, password);
      if (outcome?.kind === 'signed-in') return await enter();
      handover.put(toGoOn(email, outcome));
      const next = outcome?.kind === 'ask' ? 'One more step.' : 'Please sign in.';
      toast({ message: `Your new password is set. ${next}`, tone: 'success' });
      routing.navigate(withRedirect('/login', search));
    } catch (error) {
      setFailure(failureText(error, 'The password could not be set.'));
      focus(isPoolError(error, 'InvalidPasswordException') ? 'password' : 'code');
    }
  }

  return (
    <EntranceLayout title="New password" lede="Enter the code we sent to your email.">
      <form ref={form} noValidate onSubmit={submit}>
        <Stack>
          <CodeField
            {...bind('code')}
            label="Confirmation code"
            description={`Sent to ${email}, if it has an account here. It can take a minute to arrive.`}
          />
          <AccountName email={email} />
          <NewPasswordField {...bind('password')} label="New password" owner={{ email }} />
          {config.identity.user_pool_endpoint && (
            <Checkbox
              label="Keep passkeys and second factors"
              description="Without this they are removed, so that nobody who had your account gets in by one of theirs. All devices are signed out either way."
              checked={keepFactors}
              onChange={(event) => setKeepFactors(event.target.checked)}
            />
          )}
          <FormError {...failure} />
          {enterFailure && <EnterFailure failure={enterFailure} enter={enter} />}
          <Button type="submit" wide busy={saving.busy && 'Saving…'}>
            Set new password
          </Button>
          <Cluster>
            <ResendCode
              send={async () => (await loadPool()).requestPasswordReset(email)}
              onFailure={(error) => setFailure(failureText(error, 'The code could not be sent.'))}
            />
            <Button variant="quiet" size="small" onClick={goBack}>
              Use another address
            </Button>
          </Cluster>
        </Stack>
      </form>
    </EntranceLayout>
  );
}
