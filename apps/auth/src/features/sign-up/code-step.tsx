import { useForm, useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { AuthLink, AuthPage } from '../auth-page/auth-page';
import { FinishFailure } from '../auth-page/finish-sign-in';
import { AuthForm, bareCode, checkCode, CodeField } from '../form/auth-form';
import { useFailureText } from '../form/failure-text';
import { ResendCode } from '../form/resend-code';
import { useAuthTools } from '../session/auth-tools';
import { confirmAccount, type Applicant, type StepProps } from './sign-up-flow';

interface Props extends StepProps {
  applicant: Applicant;
  goBack: () => void;
}

/** Step two: the code that proves the address. */
export function CodeStep({ applicant, goBack, finish, finishing }: Props) {
  const { http } = useShell();
  const { loadPool } = useAuthTools();
  const failureText = useFailureText('confirm sign-up');
  const form = useForm({
    initial: { code: '' },
    focusFirst: 'code',
    check: checkCode,
    async send({ code }) {
      const pool = await loadPool();
      await finish(await confirmAccount(pool, http, applicant, bareCode(code)), applicant);
    },
    failed: (error) => ({ ...failureText(error, 'Confirmation failed'), focus: 'code' }),
  });
  return (
    <AuthPage
      title="Create Account"
      intro="Enter the verification code we sent to your email."
      footer={
        <p>
          Already confirmed? <AuthLink to="/login">Sign In</AuthLink>
        </p>
      }
    >
      <AuthForm
        form={form}
        submit="Confirm"
        busy="Confirming…"
        wide
        note={<FinishFailure {...finishing} />}
        actions={
          <>
            <ResendCode
              send={async () => (await loadPool()).resendSignUpCode(applicant.email)}
              form={form}
              where="confirm sign-up"
            />
            <Button variant="quiet" size="small" onClick={goBack}>
              Use another address
            </Button>
          </>
        }
      >
        <CodeField
          {...form.bind('code')}
          description={`Sent to ${applicant.email}. It can take a minute to arrive.`}
        />
      </AuthForm>
    </AuthPage>
  );
}
