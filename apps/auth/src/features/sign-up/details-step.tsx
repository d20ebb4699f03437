import { useState } from 'react';
import { useForm, useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { EmailField, TextField } from '@tomekeeper/ui/field';
import { Notice } from '@tomekeeper/ui/notice';
import { AlreadySignedIn } from '../auth-page/already-signed-in';
import { AuthLink, AuthPage } from '../auth-page/auth-page';
import { FinishFailure } from '../auth-page/finish-sign-in';
import { AuthForm } from '../form/auth-form';
import { useFailureText } from '../form/failure-text';
import { NewPasswordField } from '../password-policy/new-password-field';
import { newPasswordProblem } from '../password-policy/policy-rules';
import { useAuthTools } from '../session/auth-tools';
import { isPoolError } from '../session/user-pool/user-pool-error';
import styles from './details-step.module.css';
import {
  createAccount,
  newSession,
  signInApplicant,
  type Applicant,
  type StepProps,
} from './sign-up-flow';

interface Props extends StepProps {
  typed: Applicant;
  askForCode: (applicant: Applicant) => void;
}

/** First step: name, e-mail address and password. */
export function DetailsStep({ typed, askForCode, finish, finishing }: Props) {
  const { session, http, config } = useShell();
  const { loadPool, betweenScreens } = useAuthTools();
  const state = session.useSession();
  const failureText = useFailureText('sign-up');
  const [invite, setInvite] = useState<string>();
  const form = useForm<'firstName' | 'lastName' | 'email' | 'password'>({
    initial: {
      firstName: typed.firstName ?? '',
      lastName: typed.lastName ?? '',
      email: typed.email,
      password: typed.password ?? '',
    },
    focusFirst: 'firstName',
    check({ firstName, lastName, email, password }) {
      const fields = {
        firstName: !firstName.trim() && 'First name cannot be empty',
        lastName: !lastName.trim() && 'Last name cannot be empty',
        email: !email.trim() && 'Email cannot be empty',
        password: !password.trim() && 'Password cannot be empty',
      };
      if (Object.values(fields).some(Boolean))
        return { message: 'Please complete all fields.', fields };
      return { fields: { password: newPasswordProblem(password, config.password_policy) } };
    },
    async send({ firstName, lastName, email, password }) {
      const managed = !config.identity.user_pool_endpoint;
      const account = {
        session: newSession(),
        // Only our own pool accepts the invite at confirmation.
        invite: managed ? undefined : invite,
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        email: email.trim(),
        password,
      };
      const pool = await loadPool();
      const next = await createAccount(pool, account, { managed });
      if (next === 'confirm') askForCode(account);
      else await finish(await signInApplicant(pool, http, account), account);
    },
    failed: (error) => ({
      ...failureText(error, 'Sign-up failed'),
      focus: isPoolError(error, 'InvalidPasswordException') ? 'password' : undefined,
    }),
  });
  // Sign-in found the account unconfirmed and led here.
  const unconfirmed =
    betweenScreens.peek()?.email === typed.email ? betweenScreens.peek() : undefined;

  function haveCode() {
    const { values } = form;
    const email = values.email.trim();
    form.refuse({ fields: { email: !email && 'Email cannot be empty' } });
    if (email) askForCode({ ...values, email, password: values.password || undefined });
  }

  return (
    <AuthPage
      title="Create Account"
      onInvite={setInvite}
      footer={
        <p>
          Already have an account? <AuthLink to="/login">Sign In</AuthLink>
        </p>
      }
    >
      <AuthForm
        form={form}
        submit="Create Account"
        busy="Creating your account…"
        wide
        // The initial focus of the first field is not a reason to load Amplify.
        onInput={() => void loadPool().catch(() => undefined)}
        note={<FinishFailure {...finishing} />}
        below={
          <Button variant="quiet" wide onClick={haveCode}>
            I have a verification code
          </Button>
        }
      >
        {state.status === 'signed-in' && !form.busy && !finishing.failure && <AlreadySignedIn />}
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
            {...form.bind('firstName')}
            label="First name"
            autoComplete="given-name"
            maxLength={200}
            required
          />
          <TextField
            {...form.bind('lastName')}
            label="Last name"
            autoComplete="family-name"
            maxLength={200}
            required
          />
        </div>
        <EmailField {...form.bind('email')} />
        <NewPasswordField
          {...form.bind('password')}
          label="Password"
          owner={{
            email: form.values.email,
            givenName: form.values.firstName,
            familyName: form.values.lastName,
          }}
        />
      </AuthForm>
    </AuthPage>
  );
}
