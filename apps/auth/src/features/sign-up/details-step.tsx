import { useState, type FormEvent } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { EmailField, TextField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Notice } from '@tomekeeper/ui/notice';
import { Stack } from '@tomekeeper/ui/stack';
import { AlreadySignedIn } from '../entrance/already-signed-in';
import { EnterFailure } from '../entrance/enter-failure';
import { EntranceLayout } from '../entrance/entrance-layout';
import { EntranceLink } from '../entrance/entrance-link';
import { useFailureText } from '../form/failure-text';
import { useFields } from '../form/use-fields';
import { useTask } from '../form/use-task';
import { NewPasswordField } from '../password-policy/new-password-field';
import { hasOuterSpace, OUTER_SPACE } from '../password-policy/policy-rules';
import { useAuthTools } from '../session/auth-tools';
import { isPoolError } from '../session/user-pool-error';
import styles from './details-step.module.css';
import { newSession } from './pending-sign-up';
import { createAccount, signInApplicant, type Applicant } from './sign-up-flow';
import type { StepProps } from './step-props';

interface Props extends StepProps {
  typed: Applicant;
  askForCode: (applicant: Applicant) => void;
}

/** Step one: who, and with which password. */
export function DetailsStep({ typed, askForCode, finish, enter, enterFailure }: Props) {
  const { session, http, config } = useShell();
  const { loadPool, handover } = useAuthTools();
  const state = session.useSession();
  const failureText = useFailureText('sign-up');
  const [failure, setFailure] = useState<Failure>();
  const creating = useTask();
  const { form, values, bind, focus, refuse } = useFields({
    firstName: typed.firstName ?? '',
    lastName: typed.lastName ?? '',
    email: typed.email,
    password: typed.password ?? '',
  });
  // Sign-in found the account unconfirmed and led here.
  const unconfirmed = handover.peek()?.email === typed.email ? handover.peek() : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    const { password } = values;
    const account = {
      session: newSession(),
      firstName: values.firstName.trim(),
      lastName: values.lastName.trim(),
      email: values.email.trim(),
      password,
    };
    const complete = account.firstName && account.lastName && account.email && password.trim();
    setFailure(complete ? undefined : { message: 'Please complete all fields.' });
    refuse({
      ...(!account.firstName && { firstName: 'First name cannot be empty' }),
      ...(!account.lastName && { lastName: 'Last name cannot be empty' }),
      ...(!account.email && { email: 'Email cannot be empty' }),
      ...(!password.trim() && { password: 'Password cannot be empty' }),
      ...(complete && hasOuterSpace(password) && { password: OUTER_SPACE }),
    });
    if (complete && !hasOuterSpace(password)) {
      creating.run(async () => {
        try {
          const pool = await loadPool();
          const managed = !config.identity.user_pool_endpoint;
          const next = await createAccount(pool, account, { managed });
          if (next === 'confirm') askForCode(account);
          else await finish(await signInApplicant(pool, http, account), account);
        } catch (error) {
          setFailure(failureText(error, 'Sign-up failed'));
          if (isPoolError(error, 'InvalidPasswordException')) focus('password');
        }
      });
    }
  }

  function haveCode() {
    const email = values.email.trim();
    setFailure(undefined);
    if (email) askForCode({ ...values, email, password: values.password || undefined });
    else refuse({ email: 'Email cannot be empty' });
  }

  return (
    <EntranceLayout
      title="Create Account"
      footer={
        <p>
          Already have an account? <EntranceLink to="/login">Sign In</EntranceLink>
        </p>
      }
    >
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        onFocus={() => void loadPool().catch(() => undefined)}
      >
        <Stack>
          {state.status === 'signed-in' && !creating.busy && !enterFailure && <AlreadySignedIn />}
          {unconfirmed && (
            <Notice
              title="This account is waiting for its verification code."
              action={
                <Button size="small" variant="secondary" onClick={() => askForCode(unconfirmed)}>
                  Enter the code
                </Button>
              }
            >
              <p>We sent it to {unconfirmed.email} when the account was created.</p>
            </Notice>
          )}
          <div className={styles.names}>
            <TextField
              {...bind('firstName')}
              label="First name"
              autoComplete="given-name"
              maxLength={200}
              required
            />
            <TextField
              {...bind('lastName')}
              label="Last name"
              autoComplete="family-name"
              maxLength={200}
              required
            />
          </div>
          <EmailField {...bind('email')} />
          <NewPasswordField
            {...bind('password')}
            label="Password"
            owner={{
              email: values.email,
              givenName: values.firstName,
              familyName: values.lastName,
            }}
          />
          <FormError {...failure} />
          {enterFailure && <EnterFailure failure={enterFailure} enter={enter} />}
          <Button type="submit" wide busy={creating.busy && 'Creating your account…'}>
            Create Account
          </Button>
          <Button variant="quiet" wide onClick={haveCode}>
            I have a verification code
          </Button>
        </Stack>
      </form>
    </EntranceLayout>
  );
}
