import { useForm, useShell } from '@tomekeeper/remote-kit';
import { Button } from '@tomekeeper/ui/button';
import { EmailField, PasswordField } from '@tomekeeper/ui/field';
import { FormError } from '@tomekeeper/ui/form-error';
import { AlreadySignedIn } from '../auth-page/already-signed-in';
import { AuthLink, AuthPage } from '../auth-page/auth-page';
import { FinishFailure } from '../auth-page/finish-sign-in';
import { AuthForm } from '../form/auth-form';
import { useAuthTools } from '../session/auth-tools';
import type { FirstFactor } from '../session/user-pool/user-pool';
import type { SignIn } from './use-sign-in';
import styles from './sign-in-page.module.css';

/** Address and password, and the ways in without one where the pool has them. */
export function SignInForm({ signIn }: { signIn: SignIn }) {
  const { session, config } = useShell();
  const { loadPool, betweenScreens } = useAuthTools();
  const state = session.useSession();
  const form = useForm({
    initial: { email: (signIn.typed ?? betweenScreens.peek())?.email ?? '', password: '' },
    check({ email, password }) {
      const fields = {
        email: !email.trim() && 'Email cannot be empty',
        password: !password.trim() && 'Password cannot be empty',
      };
      if (fields.email || fields.password)
        signIn.refuse({ message: 'Please enter both email and password.' });
      return { fields };
    },
    send: ({ email, password }) => signIn.begin({ email: email.trim(), password: password.trim() }),
  });
  const { failure, finishing } = signIn;
  const hasPasskeys = config.identity.features?.includes('passkeys') ?? false;

  function enterWithout(factor?: FirstFactor) {
    const email = form.values.email.trim();
    signIn.refuse(undefined);
    form.refuse({ fields: { email: !email && 'Email cannot be empty' } });
    if (email) signIn.begin({ email }, factor);
  }

  // Over as soon as the other one has signed out, here or in another tab.
  const refused = failure === 'already-signed-in' && state.status !== 'signed-out';
  const signedInElsewhere = state.status === 'signed-in' && !signIn.busy && !finishing.failure;
  return (
    <AuthPage
      title="Sign In"
      footer={
        <p>
          New here? <AuthLink to="/signup">Create Account</AuthLink>
        </p>
      }
    >
      <AuthForm
        form={{ props: form.props, refusal: undefined, busy: signIn.busy }}
        submit="Sign In"
        busy="Signing in…"
        wide
        // Amplify loads when a person begins to type, not for a look at the page.
        onFocus={() => void loadPool().catch(() => undefined)}
        note={
          <>
            {typeof failure === 'object' && (
              <div className={styles.refusal}>
                <FormError {...failure} />
              </div>
            )}
            <FinishFailure {...finishing} />
          </>
        }
        actions={
          hasPasskeys && (
            <>
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
            </>
          )
        }
      >
        {(signedInElsewhere || refused) && <AlreadySignedIn refused={refused} />}
        <EmailField
          {...form.bind('email')}
          autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
        />
        <div>
          <PasswordField
            {...form.bind('password')}
            label="Password"
            autoComplete="current-password"
            required
          />
          <p className={styles.forgot}>
            <AuthLink to="/forgot-password">Forgot password?</AuthLink>
          </p>
        </div>
      </AuthForm>
    </AuthPage>
  );
}
