import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { FormError } from '@tomekeeper/ui/form-error';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { CodeField } from '../entrance/code-field';
import { EnterFailure } from '../entrance/enter-failure';
import { EntranceLayout } from '../entrance/entrance-layout';
import { EntranceLink } from '../entrance/entrance-link';
import { ResendCode } from '../entrance/resend-code';
import { useCodeForm } from '../form/use-code';
import { useFocusOnce } from '../form/use-focus-once';
import { useAuthTools } from '../session/auth-tools';
import { confirmAccount, type Applicant } from './sign-up-flow';
import type { StepProps } from './step-props';

interface Props extends StepProps {
  applicant: Applicant;
  goBack: () => void;
}

/** Step two: the code that proves the address. */
export function CodeStep({ applicant, goBack, finish, enter, enterFailure }: Props) {
  const { http } = useShell();
  const { loadPool } = useAuthTools();
  const { form, bind, focus, submit, failure, busy, showUnsent } = useCodeForm(
    'confirm sign-up',
    async (code) => {
      const pool = await loadPool();
      await finish(await confirmAccount(pool, http, applicant, code), applicant);
    },
  );
  // The step takes the place of the one before, under the same heading.
  useFocusOnce(() => focus('code'));

  return (
    <EntranceLayout
      title="Create Account"
      lede="Enter the verification code we sent to your email."
      footer={
        <p>
          Already confirmed? <EntranceLink to="/login">Sign In</EntranceLink>
        </p>
      }
    >
      <form ref={form} noValidate onSubmit={submit}>
        <Stack>
          <CodeField
            {...bind('code')}
            label="Confirmation code"
            description={`Sent to ${applicant.email}. It can take a minute to arrive.`}
          />
          <FormError {...failure} />
          {enterFailure && <EnterFailure failure={enterFailure} enter={enter} />}
          <Button type="submit" wide busy={busy && 'Confirming…'}>
            Confirm
          </Button>
          <Cluster>
            <ResendCode
              send={async () => (await loadPool()).resendSignUpCode(applicant.email)}
              onFailure={showUnsent}
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
