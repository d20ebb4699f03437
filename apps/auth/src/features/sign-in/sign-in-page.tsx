import { lazy, Suspense } from 'react';
import { useShell } from '@tomekeeper/remote-kit';
import { Skeleton } from '@tomekeeper/ui/skeleton';
import { SignInForm } from './sign-in-form';
import { useSignIn } from './use-sign-in';

/** Most people never see a further step. */
const SignInStep = lazy(async () => ({
  default: (await import('../sign-in-steps/sign-in-step')).SignInStep,
}));

/** The form, and then whatever else the pool asks for. */
export function SignInPage() {
  const { routing } = useShell();
  const signIn = useSignIn();
  routing.useTitle('Sign In');

  const { pending, typed, failure, busy, answer, startAgain, rememberDevice } = signIn;
  if (!pending || !typed) return <SignInForm signIn={signIn} />;
  return (
    <Suspense fallback={<Skeleton label="Loading…" />}>
      <SignInStep
        // Two codes in a row are two steps, each with a field of its own.
        key={pending.step.signInStep}
        pending={pending}
        email={typed.email}
        failure={typeof failure === 'object' ? failure : undefined}
        {...{ busy, answer, startAgain, rememberDevice }}
      />
    </Suspense>
  );
}
