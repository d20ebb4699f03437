import type { FirstFactor } from '../session/user-pool';
import type { AskedStep } from './sign-in-outcome';

/** What the pool asks for now. */
export interface Asked {
  step: AskedStep;
  /** Something was proved already: a code that is asked for now is a second factor. */
  proved: boolean;
  /** A passkey was wished for, and the account has none. */
  lacksPasskey: boolean;
}

/** What the pool was given before it asked. */
export interface Given {
  proof: boolean;
  wishedFor?: FirstFactor | undefined;
}

const CHOICE = 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION';

export function askedAfter(given: Given, step: AskedStep): Asked {
  const choosing = step.signInStep === CHOICE;
  return {
    step,
    proved: given.proof && !choosing,
    lacksPasskey: choosing && given.wishedFor === 'WEB_AUTHN',
  };
}

/** Whether something is proved once the pool has taken this answer. A passkey is, where it is chosen. */
export const proves = ({ step, proved }: Asked, answer: string): boolean =>
  proved || step.signInStep !== CHOICE || answer === 'WEB_AUTHN';
