import { useEffect, useRef, useState } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell, useTask } from '@tomekeeper/remote-kit';
import { withRedirect } from '../auth-page/redirect-path';
import { useFinishSignIn, type FinishSignIn } from '../auth-page/finish-sign-in';
import { useFailureText } from '../form/failure-text';
import { useAuthTools, type TypedCredentials } from '../session/auth-tools';
import type { FirstFactor, SignInStep, UserPool } from '../session/user-pool/user-pool';
import { isPoolError } from '../session/user-pool/user-pool-error';
import {
  pendingAfter,
  proves,
  type PendingChallenge,
  type Given,
} from '../session/sign-in-outcome';
import { signInOutcome } from '../session/sign-in-outcome';

const ALREADY_SIGNED_IN = 'UserAlreadyAuthenticatedException';
const NOT_CONFIRMED = 'UserNotConfirmedException';
/** Amplify's error after the sign-in has expired. */
const RUN_OUT = 'SignInException';

export interface SignIn {
  /** Current challenge; undefined while the first form is shown. */
  pending: PendingChallenge | undefined;
  typed: TypedCredentials | undefined;
  failure: Failure | 'already-signed-in' | undefined;
  refuse: (failure: Failure | undefined) => void;
  busy: boolean;
  finishing: FinishSignIn;
  /** Starts a sign-in with the entered data, with a password if there is one. */
  begin: (typed: TypedCredentials, factor?: FirstFactor) => void;
  answer: (answer: string, attributes?: Record<string, string>) => void;
  rememberDevice: (wanted: boolean) => void;
  startAgain: () => void;
}

/** State machine of a sign-in with all challenges. */
export function useSignIn(): SignIn {
  const { session, routing, toast } = useShell();
  const { loadPool, betweenScreens } = useAuthTools();
  const { search } = routing.useLocation();
  const failureText = useFailureText('sign-in');
  const [failure, setFailure] = useState<Failure | 'already-signed-in'>();
  // Another form may have begun, and the pool asked for more.
  const [begun] = useState(() => betweenScreens.peek());
  const [pending, setPending] = useState(begun?.pending);
  const [typed, setTyped] = useState<TypedCredentials | undefined>(begun?.pending && begun);
  const rememberWanted = useRef(false);
  const task = useTask();
  const finishing = useFinishSignIn();

  useEffect(() => {
    if (begun?.pending) betweenScreens.put({ email: begun.email });
  }, [begun, betweenScreens]);

  async function follow(credentials: TypedCredentials, step: Promise<SignInStep>, given: Given) {
    try {
      const outcome = signInOutcome(await step);
      switch (outcome.kind) {
        case 'signed-in':
          betweenScreens.clear();
          if (rememberWanted.current) await remember();
          await finishing.finish();
          // Still here only when that failed, which the form tells.
          return setPending(undefined);
        case 'confirm-sign-up':
          return goToConfirm(credentials);
        case 'reset-password':
          toast({ message: 'You need a new password. We send you a code to set it with.' });
          return routing.navigate(
            withRedirect('/forgot-password', search, { email: credentials.email }),
          );
        case 'challenge':
          setTyped(credentials);
          return setPending(pendingAfter(given, outcome.step));
      }
    } catch (error) {
      if (isPoolError(error, NOT_CONFIRMED)) goToConfirm(credentials);
      else if (isPoolError(error, ALREADY_SIGNED_IN) && session.current().status !== 'signed-out')
        setFailure('already-signed-in');
      else if (isPoolError(error, RUN_OUT)) {
        setPending(undefined);
        setFailure({ message: 'That took too long. Please sign in once more.' });
      } else setFailure(failureText(error, 'Sign-in failed'));
    }
  }

  /** Signed in all the same if the device can not be remembered. */
  async function remember() {
    try {
      await (await loadPool()).rememberDevice();
    } catch {
      toast({
        message: 'This device could not be remembered. You will need a code again next time.',
      });
    }
  }

  function goToConfirm(credentials: TypedCredentials) {
    betweenScreens.put(credentials);
    routing.navigate(withRedirect('/signup', search, { email: credentials.email }));
  }

  return {
    pending,
    typed,
    failure,
    refuse: setFailure,
    busy: task.busy,
    finishing,
    begin(credentials, factor) {
      const { email, password } = credentials;
      setFailure(undefined);
      rememberWanted.current = false;
      const start = (pool: UserPool) =>
        password === undefined ? pool.signInWithout(email, factor) : pool.signIn(email, password);
      const given = {
        proof: password !== undefined || factor === 'WEB_AUTHN',
        wishedFor: factor,
      };
      task.run(() => follow(credentials, loadPool().then(start), given));
    },
    answer(answer, attributes) {
      setFailure(undefined);
      if (!typed || !pending) return;
      task.run(() => {
        const step = loadPool().then((pool) => pool.answerSignIn(answer, attributes));
        return follow(typed, step, { proof: proves(pending, answer) });
      });
    },
    rememberDevice: (wanted) => void (rememberWanted.current = wanted),
    startAgain() {
      setFailure(undefined);
      setPending(undefined);
    },
  };
}
