import type { SignInStep } from '../session/user-pool';

/** What the screen does with an answer to a sign-in. */
export type SignInOutcome =
  | { kind: 'signed-in' }
  /** The account waits for the code of its sign-up. */
  | { kind: 'confirm-sign-up' }
  /** A new password must be set with a code first. */
  | { kind: 'reset-password' }
  /** A step that has no screen yet. */
  | { kind: 'no-screen'; message: string };

/** Every step that the pool can report. A step that Amplify adds fails to compile here. */
export function signInOutcome(step: SignInStep): SignInOutcome {
  switch (step.signInStep) {
    case 'DONE':
      return { kind: 'signed-in' };
    case 'CONFIRM_SIGN_UP':
      return { kind: 'confirm-sign-up' };
    case 'RESET_PASSWORD':
      return { kind: 'reset-password' };
    case 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED':
      return noScreen('a new password in place of the temporary one');
    case 'CONFIRM_SIGN_IN_WITH_TOTP_CODE':
      return noScreen('a code from your authenticator app');
    case 'CONFIRM_SIGN_IN_WITH_SMS_CODE':
      return noScreen('a code sent to your phone');
    case 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE':
      return noScreen('a code sent to your email');
    case 'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE':
      return noScreen('an answer to an additional question');
    case 'CONFIRM_SIGN_IN_WITH_PASSWORD':
      return noScreen('your password once more');
    case 'CONTINUE_SIGN_IN_WITH_MFA_SELECTION':
      return noScreen('a choice between your second factors');
    case 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION':
    case 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP':
    case 'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP':
      return noScreen('a second factor to be set up');
    case 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION':
      return noScreen('a choice of how to sign in');
  }
}

function noScreen(what: string): SignInOutcome {
  return {
    kind: 'no-screen',
    message: `This account asks for ${what}, which this page can’t do yet.`,
  };
}
