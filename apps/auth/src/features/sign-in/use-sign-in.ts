import { useEffect, useRef, useState } from 'react';
import type { Failure } from '@tomekeeper/api-client';
import { useShell, useTask } from '@tomekeeper/remote-kit';
import { withRedirect } from '../entrance/redirect-path';
import { useEnter, type Enter } from '../entrance/use-enter';
import { useFailureText } from '../form/failure-text';
import { useAuthTools, type TypedCredentials } from '../session/auth-tools';
import type { FirstFactor, SignInStep, UserPool } from '../session/user-pool';
import { isPoolError } from '../session/user-pool-error';
import { askedAfter, proves, type Asked, type Given } from './asked';
import { signInOutcome } from './sign-in-outcome';

const ALREADY_SIGNED_IN = 'UserAlreadyAuthenticatedException';
const NOT_CONFIRMED = 'UserNotConfirmedException';
/** What Amplify says when the sign-in under way has run out: it no longer knows of one. */
const RUN_OUT = 'SignInException';

export interface SignIn {
  /** What the pool asks for now; undefined while the first form is shown. */
  asked: Asked | undefined;
  typed: TypedCredentials | undefined;
  failure: Failure | 'already-signed-in' | undefined;
  refuse: (failure: Failure | undefined) => void;
  busy: boolean;
  entering: Enter;
  /** Starts a sign-in with what was typed: by a password, if that is part of it. */
  begin: (typed: TypedCredentials, factor?: FirstFactor) => void;
  answer: (answer: string, attributes?: Record<string, string>) => void;
  rememberDevice: (wanted: boolean) => void;
  startAgain: () => void;
}

/** Leads through a sign-in, whatever the pool asks for on the way. */
export function useSignIn(): SignIn {
  const { session, routing, toast } = useShell();
  const { loadPool, handover } = useAuthTools();
  const { search } = routing.useLocation();
  const failureText = useFailureText('sign-in');
  const [failure, setFailure] = useState<Failure | 'already-signed-in'>();
  // Another form may have begun, and the pool asked for more.
  const [begun] = useState(() => handover.peek());
  const [asked, setAsked] = useState(begun?.asked);
  const [typed, setTyped] = useState<TypedCredentials | undefined>(begun?.asked && begun);
  const rememberWanted = useRef(false);
  const task = useTask();
  const entering = useEnter();

  useEffect(() => {
    if (begun?.asked) handover.put({ email: begun.email });
  }, [begun, handover]);

  async function follow(credentials: TypedCredentials, step: Promise<SignInStep>, given: Given) {
    try {
      const outcome = signInOutcome(await step);
      switch (outcome.kind) {
        case 'signed-in':
          handover.clear();
          if (rememberWanted.current) await remember();
          await entering.enter();
          // Still here only when that failed, which the form tells.
          return setAsked(undefined);
        case 'confirm-sign-up':
          return goToConfirm(credentials);
        case 'reset-password':
          toast({ message: 'You need a new password. We send you a code to set it with.' });
          return routing.navigate(
            withRedirect('/forgot-password', search, { email: credentials.email }),
          );
        case 'ask':
          setTyped(credentials);
          return setAsked(askedAfter(given, outcome.step));
      }
    } catch (error) {
      if (isPoolError(error, NOT_CONFIRMED)) goToConfirm(credentials);
      else if (isPoolError(error, ALREADY_SIGNED_IN) && session.current().status !== 'signed-out')
        setFailure('already-signed-in');
      else if (isPoolError(error, RUN_OUT)) {
        setAsked(undefined);
        setFailure({ message: 'That took too long. Please sign in once more.' });
      } else setFailure(failureText(error, 'Sign-in failed'));
    }
  }

  /** Signed in all the same if the device can not be remembered. */
  async function remember() {
    try {
      await (await loadPool()).rememberDevice();
    } catch {
      toast({ message: 'This device could not be remembered. It will be asked for a code again.' });
    }
  }

  function goToConfirm(credentials: TypedCredentials) {
    handover.put(credentials);
    routing.navigate(withRedirect('/signup', search, { email: credentials.email }));
  }

  return {
    asked,
    typed,
    failure,
    refuse: setFailure,
    busy: task.busy,
    entering,
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
      if (!typed || !asked) return;
      task.run(() => {
        const step = loadPool().then((pool) => pool.answerSignIn(answer, attributes));
        return follow(typed, step, { proof: proves(asked, answer) });
      });
    },
    rememberDevice: (wanted) => void (rememberWanted.current = wanted),
    startAgain() {
      setFailure(undefined);
      setAsked(undefined);
    },
  };
}
