import type { StateBetweenScreens } from './auth-tools';
import type { FirstFactor, SignInStep, UserPool } from './user-pool/user-pool';

/** Challenge of the pool that has a separate screen. */
export type ChallengeStep = Exclude<
  SignInStep,
  { signInStep: 'DONE' | 'CONFIRM_SIGN_UP' | 'RESET_PASSWORD' }
>;

/** Next step of the sign-in screen. */
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

/** Current challenge. */
export interface PendingChallenge {
  step: ChallengeStep;
  /** True if a factor was already verified: a code is then the second factor. */
  proved: boolean;
  /** A passkey was wished for, and the account has none. */
  lacksPasskey: boolean;
}

/** Data sent to the pool before the challenge. */
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

/** Initial step of the sign-in page: a pending second step, or the form. */
export function stateAfter(email: string, outcome: SignInOutcome | undefined): StateBetweenScreens {
  if (outcome?.kind !== 'challenge') return { email };
  return { email, pending: pendingAfter({ proof: true }, outcome.step) };
}
