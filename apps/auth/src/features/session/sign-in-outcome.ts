import type { StateBetweenScreens } from './auth-tools';
import type { FirstFactor, SignInStep, UserPool } from './user-pool/user-pool';

/** A step with which the pool asks for something more, on a screen of its own. */
export type ChallengeStep = Exclude<
  SignInStep,
  { signInStep: 'DONE' | 'CONFIRM_SIGN_UP' | 'RESET_PASSWORD' }
>;

/** What the screen does with an answer to a sign-in. */
export type SignInOutcome =
  | { kind: 'signed-in' }
  /** The account waits for the code of its sign-up. */
  | { kind: 'confirm-sign-up' }
  /** A new password must be set with a code first. */
  | { kind: 'reset-password' }
  | { kind: 'challenge'; step: ChallengeStep };

/** Every step that the pool can report. */
export function signInOutcome(step: SignInStep): SignInOutcome {
  switch (step.signInStep) {
    case 'DONE':
      return { kind: 'signed-in' };
    case 'CONFIRM_SIGN_UP':
      return { kind: 'confirm-sign-up' };
    case 'RESET_PASSWORD':
      return { kind: 'reset-password' };
    default:
      return { kind: 'challenge', step };
  }
}

/** What the pool asks for now. */
export interface PendingChallenge {
  step: ChallengeStep;
  /** Something was proved already: a code that is asked for now is a second factor. */
  proved: boolean;
  /** A passkey was wished for, and the account has none. */
  lacksPasskey: boolean;
}

/** What the pool was given before the challenge. */
export interface Given {
  proof: boolean;
  wishedFor?: FirstFactor | undefined;
}

const CHOICE = 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION';

export function pendingAfter(given: Given, step: ChallengeStep): PendingChallenge {
  const choosing = step.signInStep === CHOICE;
  return {
    step,
    proved: given.proof && !choosing,
    lacksPasskey: choosing && given.wishedFor === 'WEB_AUTHN',
  };
}

/** Whether something is proved once the pool has taken this answer. A passkey is, where it is chosen. */
export const proves = ({ step, proved }: PendingChallenge, answer: string): boolean =>
  proved || step.signInStep !== CHOICE || answer === 'WEB_AUTHN';

/**
 * Signs in with a password that another form has just got accepted.
 * @returns nothing when that fails: the code of that form is used up, so the sign-in page asks again and
 * says why not
 */
export async function signInAfterwards(
  pool: UserPool,
  email: string,
  password: string,
): Promise<SignInOutcome | undefined> {
  try {
    return signInOutcome(await pool.signIn(email, password));
  } catch {
    return undefined;
  }
}

/** What the sign-in page is to go on with: a second step that is due already, or the form. */
export function stateAfter(email: string, outcome: SignInOutcome | undefined): StateBetweenScreens {
  if (outcome?.kind !== 'challenge') return { email };
  return { email, pending: pendingAfter({ proof: true }, outcome.step) };
}
