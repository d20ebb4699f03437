import { useState } from 'react';
import { useForm, useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { Checkbox } from '@tomekeeper/ui/checkbox';
import { AuthPage } from '../auth-page/auth-page';
import { FinishFailure, useFinishSignIn } from '../auth-page/finish-sign-in';
import { AccountName, AuthForm, bareCode, checkCode, CodeField } from '../form/auth-form';
import { useFailureText } from '../form/failure-text';
import { ResendCode } from '../form/resend-code';
import { NewPasswordField } from '../password-policy/new-password-field';
import { newPasswordProblem } from '../password-policy/policy-rules';
import { useAuthTools } from '../session/auth-tools';
import { isPoolError } from '../session/user-pool/user-pool-error';
import { signInAfterwards } from '../session/sign-in-outcome';

interface Props {
  email: string;
  goBack: () => void;
}

/** Step two: the code and the new password. */
export function NewPasswordStep({ email, goBack }: Props) {
  const { config } = useShell();
  const { loadPool } = useAuthTools();
  const failureText = useFailureText('confirm password reset');
  const finishing = useFinishSignIn();
  const [keepFactors, setKeepFactors] = useState(false);
  const form = useForm<'code' | 'password'>({
    initial: { code: '', password: '' },
    focusFirst: 'code',
    check: ({ code, password }) => ({
      fields: {
        ...checkCode({ code }).fields,
        password: newPasswordProblem(password, config.password_policy),
      },
    }),
    async send({ code, password }) {
      const pool = await loadPool();
      await pool.confirmPasswordReset(email, bareCode(code), password, { keepFactors });
      const outcome = await signInAfterwards(pool, email, password);
      await finishing.finishOrContinue(email, outcome, 'Your new password is set.');
    },
    failed: (error) => ({
      ...failureText(error, 'The password could not be set.'),
      focus: isPoolError(error, 'InvalidPasswordException') ? 'password' : 'code',
    }),
  });
  return (
    <AuthPage title="New password" intro="Enter the code we sent to your email.">
      <AuthForm
        form={form}
        submit="Set new password"
        busy="Saving…"
        wide
        note={<FinishFailure {...finishing} />}
        actions={
          <>
            <ResendCode
              send={async () => (await loadPool()).requestPasswordReset(email)}
              form={form}
              where="confirm password reset"
            />
            <Button variant="quiet" size="small" onClick={goBack}>
              Use another address
            </Button>
          </>
        }
      >
        <CodeField
          {...form.bind('code')}
          waits
          description={`Sent to ${email}, if it has an account here. It can take a minute to arrive.`}
        />
        <AccountName email={email} />
        <NewPasswordField {...form.bind('password')} label="New password" owner={{ email }} />
        {config.identity.user_pool_endpoint && (
          <Checkbox
            label="Keep passkeys and second factors"
            description="Otherwise they are removed, so that an intruder cannot sign in with a passkey they added. All devices are signed out in both cases."
            checked={keepFactors}
            onChange={(event) => setKeepFactors(event.target.checked)}
          />
        )}
      </AuthForm>
    </AuthPage>
  );
}
