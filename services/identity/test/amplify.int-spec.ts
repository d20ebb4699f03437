import {
  autoSignIn,
  confirmResetPassword,
  confirmSignUp,
  confirmUserAttribute,
  deleteUser,
  fetchAuthSession,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  resetPassword,
  sendUserAttributeVerificationCode,
  signOut,
  signUp,
  updatePassword,
  updateUserAttributes,
} from 'aws-amplify/auth';
import {
  clearSession,
  newAccount,
  signedInAccount,
  signInAs,
  storedToken,
  useAmplify,
} from './amplify-client';
import { newEmail } from './person';
import {
  PASSWORD,
  refusalOf,
  REVOKED,
  runningIdentity,
  WEB_CLIENT_ID,
  WRONG_PASSWORD,
} from './running-identity';

/** The client that the product itself uses, against the real service. */
const identity = runningIdentity({ prepare: useAmplify });
afterEach(() => signOut());

const NEW_PASSWORD = 'New-pass-word-2';
const accessToken = async () => (await fetchAuthSession()).tokens?.accessToken.toString();
/** Asks the API who is signed in, with the ID token of now. */
async function askWithPresentToken() {
  const idToken = (await fetchAuthSession()).tokens?.idToken?.toString() ?? '';
  const headers = { authorization: `Bearer ${idToken}` };
  return async () => (await fetch(`${identity.url}/api/me/`, { headers })).status;
}

it('signs up, confirms with the code from the mail, signs in, knows who it is', async () => {
  const email = newEmail();
  const signedUp = await signUp({
    username: email,
    password: PASSWORD,
    options: { userAttributes: { email, given_name: 'Mara', family_name: 'Vane' } },
  });
  expect(signedUp).toMatchObject({
    isSignUpComplete: false,
    userId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    nextStep: {
      signUpStep: 'CONFIRM_SIGN_UP',
      codeDeliveryDetails: { attributeName: 'email', deliveryMedium: 'EMAIL' },
    },
  });
  const early = await signInAs(email);
  expect(early).toMatchObject({
    isSignedIn: false,
    nextStep: { signInStep: 'CONFIRM_SIGN_UP' },
  });
  const first = await identity.mail('confirm-sign-up', email);
  expect(first).toMatchObject({ first_name: 'Mara', code: expect.stringMatching(/^\d{6}$/) });
  identity.clearInbox();
  await resendSignUpCode({ username: email });
  const { code } = await identity.mail('confirm-sign-up', email);
  const confirmed = await confirmSignUp({ username: email, confirmationCode: code });
  expect(confirmed.isSignUpComplete).toBe(true);

  const signedIn = await signInAs(email);
  expect(signedIn).toMatchObject({ isSignedIn: true, nextStep: { signInStep: 'DONE' } });
  const user = await getCurrentUser();
  expect(user.userId).toBe(signedUp.userId);
  expect(await fetchUserAttributes()).toEqual({
    sub: user.userId,
    email,
    email_verified: 'true',
    given_name: 'Mara',
    family_name: 'Vane',
  });
  const { tokens } = await fetchAuthSession();
  expect(tokens?.idToken?.payload).toMatchObject({
    sub: user.userId,
    aud: WEB_CLIENT_ID,
    iss: identity.issuer,
    token_use: 'id',
    'cognito:username': user.userId,
    email,
    email_verified: true,
    given_name: 'Mara',
    family_name: 'Vane',
    auth_time: expect.any(Number),
    origin_jti: expect.any(String),
    event_id: expect.any(String),
  });
  expect(tokens?.accessToken.payload).toMatchObject({
    sub: user.userId,
    client_id: WEB_CLIENT_ID,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    username: user.userId,
    origin_jti: tokens?.idToken?.payload['origin_jti'],
  });
  expect(tokens?.accessToken.payload.aud).toBeUndefined();
});

it('signs in automatically after the code', async () => {
  const email = newEmail();
  await signUp({
    username: email,
    password: PASSWORD,
    options: { userAttributes: { email }, autoSignIn: true },
  });
  const { code } = await identity.mail('confirm-sign-up', email);
  const confirmed = await confirmSignUp({ username: email, confirmationCode: code });
  expect(confirmed.nextStep.signUpStep).toBe('COMPLETE_AUTO_SIGN_IN');
  expect((await autoSignIn()).isSignedIn).toBe(true);
});

it('shows the reasons of the service, and its own', async () => {
  const email = await newAccount(identity);
  expect(await refusalOf(signInAs(email, 'Wrong-pass-1'))).toBe(WRONG_PASSWORD);
  expect(await refusalOf(signInAs(newEmail()))).toBe(WRONG_PASSWORD);
  expect(
    await refusalOf(confirmSignUp({ username: newEmail(), confirmationCode: '123456' })),
  ).toMatch(/^ExpiredCodeException/);
  await signInAs(email);
  expect(await refusalOf(signInAs(email))).toBe(
    'UserAlreadyAuthenticatedException: There is already a signed in user.',
  );
});

it('exchanges the refresh token at each refresh, keeping session and sign-in time', async () => {
  const email = await newAccount(identity);
  await signInAs(email.toUpperCase());
  const before = (await fetchAuthSession()).tokens;
  const old = storedToken('refreshToken');
  const after = (await fetchAuthSession({ forceRefresh: true })).tokens;
  expect(storedToken('refreshToken')).not.toBe(old);
  for (const claim of ['origin_jti', 'auth_time', 'sub'])
    expect(after?.accessToken.payload[claim]).toBe(before?.accessToken.payload[claim]);
  expect(after?.accessToken.payload.jti).not.toBe(before?.accessToken.payload.jti);
});

it('ends the session at sign-out: its refresh token is dead, its ID token refused', async () => {
  await signedInAccount(identity);
  const me = await askWithPresentToken();
  const refreshToken = storedToken('refreshToken');
  expect(await me()).toBe(200);
  await signOut();
  expect(await me()).toBe(401);
  expect((await identity.refresh(refreshToken, WEB_CLIENT_ID)).error).toBe(
    'NotAuthorizedException: Refresh Token has been revoked',
  );
});

it('signs out everywhere', async () => {
  const email = await signedInAccount(identity);
  const AccessToken = await accessToken();
  const refreshToken = storedToken('refreshToken');
  clearSession();
  await signInAs(email);
  await signOut({ global: true });
  expect((await identity.call('GetUser', { AccessToken })).error).toBe(REVOKED);
  expect((await identity.refresh(refreshToken, WEB_CLIENT_ID)).error).toMatch(/^NotAuthorized/);
});

it('resets a forgotten password, which ends every session', async () => {
  const email = await signedInAccount(identity);
  const AccessToken = await accessToken();
  const asked = await resetPassword({ username: email });
  expect(asked.nextStep).toMatchObject({
    resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE',
    codeDeliveryDetails: { deliveryMedium: 'EMAIL' },
  });
  const { code: confirmationCode } = await identity.mail('reset-password', email);
  const confirm = (newPassword: string) =>
    refusalOf(confirmResetPassword({ username: email, confirmationCode, newPassword }));
  expect(await confirm('short')).toMatch(/^InvalidPasswordException/);
  expect(await confirm(NEW_PASSWORD)).toBe('');
  await identity.mail('password-reset', email);
  expect(await confirm('Again-pass-3')).toMatch(/^ExpiredCodeException/);
  expect((await identity.call('GetUser', { AccessToken })).error).toBe(REVOKED);
  await signOut();
  expect(await refusalOf(signInAs(email))).toBe(WRONG_PASSWORD);
  expect((await signInAs(email, NEW_PASSWORD)).isSignedIn).toBe(true);
});

it('changes the password', async () => {
  const email = await signedInAccount(identity);
  const change = (oldPassword: string) =>
    refusalOf(updatePassword({ oldPassword, newPassword: NEW_PASSWORD }));
  expect(await change('Wrong-pass-1')).toBe(WRONG_PASSWORD);
  expect(await change(PASSWORD)).toBe('');
  await identity.mail('password-changed', email);
  expect((await fetchUserAttributes()).email).toBe(email);
  await signOut();
  expect((await signInAs(email, NEW_PASSWORD)).isSignedIn).toBe(true);
});

it('changes names at once, and the address once its code is typed', async () => {
  const email = await signedInAccount(identity);
  await updateUserAttributes({ userAttributes: { given_name: 'Vex', family_name: '' } });
  expect(await fetchUserAttributes()).toMatchObject({ given_name: 'Vex' });

  const taken = await identity.changeAttributes((await accessToken()) ?? '', { sub: 'other' });
  expect(taken.error).toContain('NotAuthorizedException');

  const wanted = newEmail();
  const update = await updateUserAttributes({ userAttributes: { email: wanted } });
  expect(update.email?.nextStep.updateAttributeStep).toBe('CONFIRM_ATTRIBUTE_WITH_CODE');
  const first = await identity.mail('verify-email', wanted);
  expect((await fetchUserAttributes()).email).toBe(email);
  identity.clearInbox();
  await sendUserAttributeVerificationCode({ userAttributeKey: 'email' });
  const { code } = await identity.mail('verify-email', wanted);
  const confirm = (confirmationCode: string) =>
    refusalOf(confirmUserAttribute({ userAttributeKey: 'email', confirmationCode }));
  if (first.code !== code) expect(await confirm(first.code)).toMatch(/^CodeMismatchException/);
  expect(await confirm(code)).toBe('');
  expect(await fetchUserAttributes()).toMatchObject({ email: wanted, email_verified: 'true' });
  await signOut();
  expect((await signInAs(wanted)).isSignedIn).toBe(true);
  await signOut();
  expect(await refusalOf(signInAs(email))).toBe(WRONG_PASSWORD);
});

it('deletes the account with everything that names it', async () => {
  const email = await signedInAccount(identity);
  const { userId } = await getCurrentUser();
  const me = await askWithPresentToken();
  await deleteUser();
  await identity.mail('account-deleted', email);
  expect(await me()).toBe(401);
  const tables = await identity.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'identity' AND table_name <> 'outbox'`,
  );
  for (const { name } of tables) {
    const rows = JSON.stringify(await identity.sql(`SELECT to_jsonb(t) FROM ${name} t`));
    expect(rows).not.toContain(userId);
    expect(rows).not.toContain(email);
  }
  expect(await refusalOf(signInAs(email))).toBe(WRONG_PASSWORD);
  expect(await signUp({ username: email, password: PASSWORD })).toMatchObject({
    isSignUpComplete: false,
  });
});
