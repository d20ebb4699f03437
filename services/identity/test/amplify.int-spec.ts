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
  signIn,
  signOut,
  signUp,
  updatePassword,
  updateUserAttributes,
} from 'aws-amplify/auth';
import { clearSession, join, startWithAmplify, storedToken } from './amplify-client';
import { newEmail, PASSWORD } from './person';
import { identityForTests, WEB_CLIENT_ID } from './running-identity';

/** The client that the product itself uses, against the real service. */
const identity = identityForTests(() => startWithAmplify());
afterEach(() => signOut());

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
  const early = await signIn({ username: email, password: PASSWORD });
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

  const signedIn = await signIn({ username: email, password: PASSWORD });
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
}, 30_000);

it('signs in by itself after the code', async () => {
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
}, 30_000);

it('shows the reasons of the service', async () => {
  const email = await join(identity);
  await expect(signUp({ username: email, password: PASSWORD })).rejects.toMatchObject({
    name: 'UsernameExistsException',
    message: 'An account with the given email already exists.',
  });
  await expect(signUp({ username: newEmail(), password: undefined })).rejects.toMatchObject({
    message: 'password is required to signUp',
  });
  await expect(signUp({ username: newEmail(), password: 'short' })).rejects.toMatchObject({
    name: 'InvalidPasswordException',
    message: expect.stringContaining('Password not long enough'),
  });
  await expect(signIn({ username: email, password: 'Wrong-pass-1' })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
  await expect(signIn({ username: newEmail(), password: PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
  await expect(
    confirmSignUp({ username: newEmail(), confirmationCode: '123456' }),
  ).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  await signIn({ username: email, password: PASSWORD });
  await expect(signIn({ username: email, password: PASSWORD })).rejects.toMatchObject({
    name: 'UserAlreadyAuthenticatedException',
    message: 'There is already a signed in user.',
  });
}, 30_000);

it('exchanges the refresh token at each refresh, keeping session and sign-in time', async () => {
  const email = await join(identity);
  await signIn({ username: email.toUpperCase(), password: PASSWORD });
  const before = (await fetchAuthSession()).tokens;
  const old = storedToken('refreshToken');
  const after = (await fetchAuthSession({ forceRefresh: true })).tokens;
  expect(storedToken('refreshToken')).not.toBe(old);
  for (const claim of ['origin_jti', 'auth_time', 'sub'])
    expect(after?.accessToken.payload[claim]).toBe(before?.accessToken.payload[claim]);
  expect(after?.accessToken.payload.jti).not.toBe(before?.accessToken.payload.jti);
}, 30_000);

it('ends the session at sign-out: its refresh token is dead, its ID token refused', async () => {
  const email = await join(identity);
  await signIn({ username: email, password: PASSWORD });
  const idToken = (await fetchAuthSession()).tokens?.idToken?.toString() ?? '';
  const refreshToken = storedToken('refreshToken');
  const me = () =>
    fetch(`${identity.url}/api/me/`, { headers: { authorization: `Bearer ${idToken}` } });
  expect((await me()).status).toBe(200);
  await signOut();
  expect((await me()).status).toBe(401);
  const refreshed = await identity.call('GetTokensFromRefreshToken', {
    ClientId: WEB_CLIENT_ID,
    RefreshToken: refreshToken,
  });
  expect(refreshed.error).toBe('NotAuthorizedException: Refresh Token has been revoked');
}, 30_000);

it('signs out everywhere', async () => {
  const email = await join(identity);
  await signIn({ username: email, password: PASSWORD });
  const elsewhere = (await fetchAuthSession()).tokens?.accessToken.toString();
  const elsewhereRefresh = storedToken('refreshToken');
  clearSession();
  await signIn({ username: email, password: PASSWORD });
  await signOut({ global: true });
  expect((await identity.call('GetUser', { AccessToken: elsewhere })).error).toBe(
    'NotAuthorizedException: Access Token has been revoked',
  );
  const refreshed = await identity.call('GetTokensFromRefreshToken', {
    ClientId: WEB_CLIENT_ID,
    RefreshToken: elsewhereRefresh,
  });
  expect(refreshed.error).toContain('NotAuthorizedException');
}, 30_000);

it('resets a forgotten password, which ends every session', async () => {
  const email = await join(identity);
  await signIn({ username: email, password: PASSWORD });
  const accessToken = (await fetchAuthSession()).tokens?.accessToken.toString();
  const asked = await resetPassword({ username: email });
  expect(asked.nextStep).toMatchObject({
    resetPasswordStep: 'CONFIRM_RESET_PASSWORD_WITH_CODE',
    codeDeliveryDetails: { deliveryMedium: 'EMAIL' },
  });
  const { code } = await identity.mail('reset-password', email);
  await expect(
    confirmResetPassword({ username: email, confirmationCode: code, newPassword: 'short' }),
  ).rejects.toMatchObject({ name: 'InvalidPasswordException' });
  await confirmResetPassword({
    username: email,
    confirmationCode: code,
    newPassword: 'New-pass-word-2',
  });
  await identity.mail('password-reset', email);
  await expect(
    confirmResetPassword({ username: email, confirmationCode: code, newPassword: 'Again-pass-3' }),
  ).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  expect((await identity.call('GetUser', { AccessToken: accessToken })).error).toContain(
    'Access Token has been revoked',
  );
  await signOut();
  await expect(signIn({ username: email, password: PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  expect((await signIn({ username: email, password: 'New-pass-word-2' })).isSignedIn).toBe(true);
}, 30_000);

it('changes the password, which ends the other sessions', async () => {
  const email = await join(identity);
  await signIn({ username: email, password: PASSWORD });
  await expect(
    updatePassword({ oldPassword: 'Wrong-pass-1', newPassword: 'New-pass-word-2' }),
  ).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
  await updatePassword({ oldPassword: PASSWORD, newPassword: 'New-pass-word-2' });
  await identity.mail('password-changed', email);
  expect((await fetchUserAttributes()).email).toBe(email);
  await signOut();
  expect((await signIn({ username: email, password: 'New-pass-word-2' })).isSignedIn).toBe(true);
}, 30_000);

it('changes names at once, and the address once its code is typed', async () => {
  const email = await join(identity);
  await signIn({ username: email, password: PASSWORD });
  await updateUserAttributes({ userAttributes: { given_name: 'Vex', family_name: '' } });
  expect(await fetchUserAttributes()).toMatchObject({ given_name: 'Vex' });

  const taken = await identity.call('UpdateUserAttributes', {
    AccessToken: (await fetchAuthSession()).tokens?.accessToken.toString(),
    UserAttributes: [{ Name: 'sub', Value: 'other' }],
  });
  expect(taken.error).toContain('NotAuthorizedException');

  const wanted = newEmail();
  const update = await updateUserAttributes({ userAttributes: { email: wanted } });
  expect(update.email?.nextStep.updateAttributeStep).toBe('CONFIRM_ATTRIBUTE_WITH_CODE');
  const first = await identity.mail('verify-email', wanted);
  expect((await fetchUserAttributes()).email).toBe(email);
  identity.clearInbox();
  await sendUserAttributeVerificationCode({ userAttributeKey: 'email' });
  const { code } = await identity.mail('verify-email', wanted);
  if (first.code !== code)
    await expect(
      confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: first.code }),
    ).rejects.toMatchObject({ name: 'CodeMismatchException' });
  await confirmUserAttribute({ userAttributeKey: 'email', confirmationCode: code });
  expect(await fetchUserAttributes()).toMatchObject({ email: wanted, email_verified: 'true' });
  await signOut();
  expect((await signIn({ username: wanted, password: PASSWORD })).isSignedIn).toBe(true);
  await signOut();
  await expect(signIn({ username: email, password: PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
}, 40_000);

it('deletes the account with everything that names it', async () => {
  const email = await join(identity);
  await signIn({ username: email, password: PASSWORD });
  const { userId } = await getCurrentUser();
  const idToken = (await fetchAuthSession()).tokens?.idToken?.toString() ?? '';
  await deleteUser();
  await identity.mail('account-deleted', email);
  const me = await fetch(`${identity.url}/api/me/`, {
    headers: { authorization: `Bearer ${idToken}` },
  });
  expect(me.status).toBe(401);
  const tables = await identity.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
      WHERE table_schema = 'identity' AND table_name <> 'outbox'`,
  );
  for (const { name } of tables) {
    const rows = JSON.stringify(await identity.sql(`SELECT to_jsonb(t) FROM ${name} t`));
    expect(rows).not.toContain(userId);
    expect(rows).not.toContain(email);
  }
  await expect(signIn({ username: email, password: PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  expect(await signUp({ username: email, password: PASSWORD })).toMatchObject({
    isSignUpComplete: false,
  });
}, 30_000);
