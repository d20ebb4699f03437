import {
  autoSignIn,
  confirmSignIn,
  confirmSignUp,
  getCurrentUser,
  signIn,
  signOut,
  signUp,
} from 'aws-amplify/auth';
import { newAccount, signsInWith, useAmplify } from './amplify-client';
import { newEmail } from './person';
import { PASSWORD, refusalOf, runningIdentity, wrongOf, WRONG_PASSWORD } from './running-identity';

const identity = runningIdentity({ prepare: useAmplify });
afterEach(() => signOut());

const begin = (username: string, preferredChallenge?: 'EMAIL_OTP' | 'PASSWORD' | 'PASSWORD_SRP') =>
  signIn({
    username,
    ...(preferredChallenge?.startsWith('PASSWORD') ? { password: PASSWORD } : {}),
    options: {
      authFlowType: 'USER_AUTH',
      ...(preferredChallenge ? { preferredChallenge } : {}),
    },
  });

it('signs in with a code from the mailbox, and a wrong one costs nothing', async () => {
  const email = await newAccount(identity);
  identity.clearInbox();
  const step = await begin(email, 'EMAIL_OTP');
  expect(step.nextStep).toEqual({
    signInStep: 'CONFIRM_SIGN_IN_WITH_EMAIL_CODE',
    codeDeliveryDetails: { deliveryMedium: 'EMAIL', destination: `${email[0]}***@e***` },
  });
  const mail = await identity.mail('sign-in-code', email);
  expect(mail).toMatchObject({ first_name: 'Mara', code: expect.stringMatching(/^\d{6}$/) });
  expect(await refusalOf(signsInWith(wrongOf(mail.code)))).toBe(
    'CodeMismatchException: Invalid code or auth state for the user.',
  );
  expect(await signsInWith(mail.code)).toBe(true);
});

it.each(['PASSWORD', 'PASSWORD_SRP'] as const)(
  'lets people choose %s, and type it again after a mistake',
  async (chosen) => {
    const email = await newAccount(identity);
    const step = await begin(email);
    expect(step.nextStep).toMatchObject({
      signInStep: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
      availableChallenges: ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP'],
    });
    expect((await confirmSignIn({ challengeResponse: chosen })).nextStep).toEqual({
      signInStep: 'CONFIRM_SIGN_IN_WITH_PASSWORD',
    });
    expect(await refusalOf(signsInWith('Wrong-pass-1'))).toBe(WRONG_PASSWORD);
    expect(await signsInWith(PASSWORD)).toBe(true);
  },
);

it('lets people choose a code, and sends it', async () => {
  const email = await newAccount(identity);
  await begin(email);
  identity.clearInbox();
  const step = await confirmSignIn({ challengeResponse: 'EMAIL_OTP' });
  expect(step.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
  const { code } = await identity.mail('sign-in-code', email);
  expect(await signsInWith(`${code.slice(0, 3)} ${code.slice(3)}`)).toBe(true);
});

it.each(['PASSWORD', 'PASSWORD_SRP'] as const)(
  'begins with %s where the client prefers it',
  async (preferred) => {
    const email = await newAccount(identity);
    expect((await begin(email, preferred)).isSignedIn).toBe(true);
  },
  30_000,
);

it('continues to sign in after the sign-up is confirmed, without the password', async () => {
  const email = newEmail();
  const { userId } = await signUp({
    username: email,
    password: PASSWORD,
    options: { userAttributes: { email }, autoSignIn: { authFlowType: 'USER_AUTH' } },
  });
  const { code } = await identity.mail('confirm-sign-up', email);
  const confirmed = await confirmSignUp({ username: email, confirmationCode: code });
  expect(confirmed.nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN');
  expect((await autoSignIn()).isSignedIn).toBe(true);
  expect((await getCurrentUser()).userId).toBe(userId);
});
