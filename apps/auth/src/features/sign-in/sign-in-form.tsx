import type { FormEvent } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { EmailField, PasswordField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { Cluster, Stack } from '@tomekeeper/ui/stack';
import { AlreadySignedIn } from '../entrance/already-signed-in';
import { EnterFailure } from '../entrance/enter-failure';
import { EntranceLayout } from '../entrance/entrance-layout';
import { EntranceLink } from '../entrance/entrance-link';
import { useFields } from '../form/use-fields';
import { useAuthTools } from '../session/auth-tools';
import type { FirstFactor } from '../session/user-pool';
import type { SignIn } from './use-sign-in';
import styles from './sign-in-page.module.css';

/** Address and password, and the ways in without one where the pool has them. */
export function SignInForm({ signIn }: { signIn: SignIn }) {
  const { session, config } = useShell();
  const { loadPool, handover } = useAuthTools();
  const state = session.useSession();
  const { form, values, bind, refuse } = useFields({
    email: (signIn.typed ?? handover.peek())?.email ?? '',
    password: '',
  });
  const { failure, entering } = signIn;

  function submit(event: FormEvent) {
    event.preventDefault();
    const email = values.email.trim();
    const password = values.password.trim();
    refuse({
      ...(!email && { email: 'Email cannot be empty' }),
      ...(!password && { password: 'Password cannot be empty' }),
    });
    if (email && password) signIn.begin({ email, password });
    else signIn.refuse({ message: 'Please enter both email and password.' });
  }

  function enterWithout(factor?: FirstFactor) {
    const email = values.email.trim();
    signIn.refuse(undefined);
    refuse({ ...(!email && { email: 'Email cannot be empty' }) });
    if (email) signIn.begin({ email }, factor);
  }

  // Over as soon as the other one has signed out, here or in another tab.
  const refused = failure === 'already-signed-in' && state.status !== 'signed-out';
  const signedInElsewhere = state.status === 'signed-in' && !signIn.busy && !entering.failure;
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
          <EmailField {...bind('email')} autoComplete="username" />
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
          {entering.failure && <EnterFailure failure={entering.failure} enter={entering.enter} />}
          <Button type="submit" wide busy={signIn.busy && 'Signing in…'}>
            Sign In
          </Button>
          {config.identity.features?.includes('passkeys') && (
            <Cluster>
              <Button
                variant="quiet"
                size="small"
                disabled={signIn.busy}
                onClick={() => enterWithout('WEB_AUTHN')}
              >
                Use a passkey
              </Button>
              <Button
                variant="quiet"
                size="small"
                disabled={signIn.busy}
                onClick={() => enterWithout()}
              >
                Other ways in
              </Button>
            </Cluster>
          )}
        </Stack>
      </form>
    </EntranceLayout>
  );
}
