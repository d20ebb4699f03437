import type { SignInStep } from './user-pool/user-pool';
import { signInOutcome } from './sign-in-outcome';

const outcome = (signInStep: SignInStep['signInStep']) =>
  signInOutcome({ signInStep } as SignInStep);

describe('the next step after a response of the pool', () => {
  it.each([
    ['DONE', 'signed-in'],
    ['CONFIRM_SIGN_UP', 'confirm-sign-up'],
    ['RESET_PASSWORD', 'reset-password'],
  ] as const)('%s: %s', (step, kind) => expect(outcome(step).kind).toBe(kind));

  it.each([
    'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
    'CONFIRM_SIGN_IN_WITH_TOTP_CODE',
    'CONFIRM_SIGN_IN_WITH_SMS_CODE',
    'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
    'CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE',
    'CONFIRM_SIGN_IN_WITH_PASSWORD',
    'CONTINUE_SIGN_IN_WITH_MFA_SELECTION',
    'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
    'CONTINUE_SIGN_IN_WITH_TOTP_SETUP',
    'CONTINUE_SIGN_IN_WITH_EMAIL_SETUP',
    'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
  ] as const)('%s: asked for on a screen of its own, and nobody is let in', (step) =>
    expect(outcome(step)).toEqual({ kind: 'challenge', step: { signInStep: step } }),
  );
});
