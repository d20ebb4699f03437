import { useState, type FormEvent } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { PasswordField, TextField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Stack } from '@tomekeeper/ui/stack';
import { AlreadySignedIn } from '../entrance/already-signed-in';
import { EntranceLayout } from '../entrance/entrance-layout';
import { EntranceLink } from '../entrance/entrance-link';
import { EnterFailure } from '../entrance/enter-failure';
import { withRedirect } from '../entrance/redirect-path';
import { useEnter } from '../entrance/use-enter';
import { useFailureText } from '../form/failure-text';
import { useFields } from '../form/use-fields';
import { useTask } from '../form/use-task';
import { useAuthTools } from '../session/auth-tools';
import { isPoolError } from '../session/user-pool-error';
import { signInOutcome } from './sign-in-outcome';
import styles from './sign-in-page.module.css';

const ALREADY_SIGNED_IN = 'UserAlreadyAuthenticatedException';
const NOT_CONFIRMED = 'UserNotConfirmedException';

export function SignInPage() {
  const { session, routing } = useShell();
  const { loadPool, handover } = useAuthTools();
  const { search } = routing.useLocation();
  const state = session.useSession();
  const { form, values, bind, refuse } = useFields({
    email: handover.peek()?.email ?? '',
    password: '',
  });
  const failureText = useFailureText('sign-in');
  const [failure, setFailure] = useState<Failure | 'already-signed-in'>();
  const signingIn = useTask();
  const { enter, failure: enterFailure } = useEnter();
  routing.useTitle('Sign In');

  function submit(event: FormEvent) {
    event.preventDefault();
    const email = values.email.trim();
    const password = values.password.trim();
    setFailure(undefined);
    refuse({
      ...(!email && { email: 'Email cannot be empty' }),
      ...(!password && { password: 'Password cannot be empty' }),
    });
    if (email && password) signingIn.run(() => signIn(email, password));
    else setFailure({ message: 'Please enter both email and password.' });
  }

  async function signIn(email: string, password: string) {
    try {
      const pool = await loadPool();
      const outcome = signInOutcome(await pool.signIn(email, password));
      switch (outcome.kind) {
        case 'signed-in':
          handover.clear();
          return await enter();
        case 'confirm-sign-up':
          return goToConfirm(email, password);
        case 'reset-password':
          return routing.navigate(withRedirect('/forgot-password', search, { email }));
        case 'no-screen':
          return setFailure({ message: outcome.message });
      }
    } catch (error) {
      if (isPoolError(error, NOT_CONFIRMED)) goToConfirm(email, password);
      else if (isPoolError(error, ALREADY_SIGNED_IN) && session.current().status !== 'signed-out')
        setFailure('already-signed-in');
      else setFailure(failureText(error, 'Sign-in failed'));
    }
  }

  function goToConfirm(email: string, password: string) {
    handover.put({ email, password });
    routing.navigate(withRedirect('/signup', search, { email }));
  }

  // Over as soon as the other one has signed out, here or in another tab.
  const refused = failure === 'already-signed-in' && state.status !== 'signed-out';
  const signedInElsewhere = state.status === 'signed-in' && !signingIn.busy && !enterFailure;
  return (
    <EntranceLayout
      title="Sign In"
      footer={
        <p>
          New here? <EntranceLink to="/signup">Create Account</EntranceLink>
        </p>
      }
    >
      <form
        ref={form}
        noValidate
        onSubmit={submit}
        // Whoever begins to type will need it; whoever only looks does not.
        onFocus={() => void loadPool().catch(() => undefined)}
      >
        <Stack>
          {(signedInElsewhere || refused) && <AlreadySignedIn refused={refused} />}
          <TextField
            {...bind('email')}
            label="Email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <div>
            <PasswordField
              {...bind('password')}
              label="Password"
              autoComplete="current-password"
              required
            />
            <p className={styles.forgot}>
              <EntranceLink to="/forgot-password">Forgot password?</EntranceLink>
            </p>
          </div>
          {typeof failure === 'object' && (
            <div className={styles.refusal}>
              <FormError {...failure} />
            </div>
          )}
          {enterFailure && <EnterFailure failure={enterFailure} enter={enter} />}
          <Button type="submit" wide busy={signingIn.busy && 'Signing in…'}>
            Sign In
          </Button>
        </Stack>
      </form>
    </EntranceLayout>
  );
}
