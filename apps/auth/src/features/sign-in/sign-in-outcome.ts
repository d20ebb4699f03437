import type { SignInStep } from '../session/user-pool';

/** A step with which the pool asks for something more, on a screen of its own. */
export type AskedStep = Exclude<
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
  | { kind: 'ask'; step: AskedStep };

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
      return { kind: 'ask', step };
  }
}
