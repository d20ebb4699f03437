import { useState } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell, useTask } from '@tomekeeper/remote-kit';
import { LoadFailure } from '@tomekeeper/ui/load-failure';
import { useFailureText } from '../form/failure-text';
import { useAuthTools } from '../session/auth-tools';
import { stateAfter } from '../session/sign-in-outcome';
import type { SignInOutcome } from '../session/sign-in-outcome';
import { redirectPath, withRedirect } from './redirect-path';

export interface FinishSignIn {
  /** Fetches the person who has just signed in and goes where they wanted to go. Never fails. */
  finish: () => Promise<void>;
  /**
   * Completes a sign-in, or opens the sign-in page for the remaining steps.
   * @param done completed steps, as a sentence
   */
  finishOrContinue: (
    email: string,
    outcome: SignInOutcome | undefined,
    done: string,
  ) => Promise<void>;
  /** The tokens are here, but the person can't be fetched; `finish()` again may do. */
  failure: Failure | undefined;
}

/** The last step of every way in. */
export function useFinishSignIn(): FinishSignIn {
  const { session, routing, toast } = useShell();
  const { betweenScreens } = useAuthTools();
  const { search } = routing.useLocation();
  const failureText = useFailureText('enter');
  const [failure, setFailure] = useState<Failure>();

  async function finish() {
    setFailure(undefined);
    try {
      await session.refreshUser();
    } catch (error) {
      return setFailure({
        ...failureText(error, 'Sign-in failed'),
        reason: 'You are signed in, but your profile can’t be loaded.',
      });
    }
    routing.navigate(redirectPath(search), { replace: true });
  }
  async function finishOrContinue(email: string, outcome: SignInOutcome | undefined, done: string) {
    if (outcome?.kind === 'signed-in') return finish();
    betweenScreens.put(stateAfter(email, outcome));
    const next = outcome?.kind === 'challenge' ? 'One more step.' : 'Please sign in.';
    toast({ message: `${done} ${next}`, tone: 'success' });
    routing.navigate(withRedirect('/login', search));
  }
  return { failure, finish, finishOrContinue };
}

/** Signed in, but the way on failed: another try at that alone. */
export function FinishFailure({ failure, finish }: FinishSignIn) {
  const trying = useTask();
  if (!failure) return null;
  return (
    <LoadFailure
      {...failure}
      retry="Try again"
      busy={trying.busy && 'Trying again…'}
      onRetry={() => trying.run(finish)}
    />
  );
}
