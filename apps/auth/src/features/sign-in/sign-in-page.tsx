import { lazy, Suspense } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { SignInForm } from './sign-in-form';
import { useSignIn } from './use-sign-in';

/** Most people never see a further step. */
const SignInStep = lazy(async () => ({
  default: (await import('../sign-in-steps/sign-in-step')).SignInStep,
}));

/** Sign-in form, followed by the screens of further challenges. */
export function SignInPage() {
  const { routing } = useShell();
  const signIn = useSignIn();
  routing.useTitle('Sign In');

  const { pending, typed, failure, busy, answer, startAgain, rememberDevice } = signIn;
  if (!pending || !typed) return <SignInForm signIn={signIn} />;
  return (
    <Suspense fallback={<Skeleton label="Loading…" />}>
      <SignInStep
        // Two consecutive code challenges are separate steps with separate fields.
        key={pending.step.signInStep}
        pending={pending}
        email={typed.email}
        failure={typeof failure === 'object' ? failure : undefined}
        {...{ busy, answer, startAgain, rememberDevice }}
      />
    </Suspense>
  );
}
