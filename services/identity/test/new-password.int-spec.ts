import { confirmSignIn, fetchUserAttributes, signOut } from 'aws-amplify/auth';
import { signInAs, useAmplify } from './amplify-client';
import { authenticate, identityJsUser, step } from './identity-js-client';
import {
  confirmedPerson,
  newEmail,
  personWithTemporaryPassword,
  TEMPORARY_PASSWORD,
} from './person';
import {
  INVALID_SESSION,
  PASSWORD,
  refusalOf,
  runningIdentity,
  WEB_CLIENT_ID,
  WRONG_PASSWORD,
} from './running-identity';

const identity = runningIdentity({
  REQUIRED_ATTRIBUTES: ['given_name', 'family_name'],
  MFA: 'OFF',
  prepare: useAmplify,
});
afterEach(() => signOut());

it('is required after a sign-in with a temporary password, together with the missing attributes', async () => {
  const { email } = await personWithTemporaryPassword(identity);
  const first = await signInAs(email, TEMPORARY_PASSWORD);
  expect(first).toMatchObject({
    isSignedIn: false,
    nextStep: {
      signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
      missingAttributes: ['family_name'],
    },
  });
  const answer = (challengeResponse: string, userAttributes: Record<string, string>) =>
    confirmSignIn({ challengeResponse, options: { userAttributes } });
  expect(await refusalOf(answer(PASSWORD, {}))).toBe(
    'InvalidParameterException: Attributes did not conform to the schema: family_name: The attribute is required',
  );
  // Both are rejected without ending the sign-in:
  const names = { family_name: 'Quill' };
  for (const password of ['short', TEMPORARY_PASSWORD])
    expect(await refusalOf(answer(password, names))).toMatch(/^InvalidPasswordException/);
  expect((await answer(PASSWORD, names)).isSignedIn).toBe(true);
  expect(await fetchUserAttributes()).toMatchObject({ given_name: 'Mara', family_name: 'Quill' });
  await identity.mail('password-changed', email);
  await signOut();
  expect((await signInAs(email)).isSignedIn).toBe(true);
  await signOut();
  expect(await refusalOf(signInAs(email, TEMPORARY_PASSWORD))).toBe(WRONG_PASSWORD);
});

it('is understood by the older client', async () => {
  const { email } = await personWithTemporaryPassword(identity);
  const user = identityJsUser(identity, email);
  const asked = await authenticate(user, TEMPORARY_PASSWORD);
  expect(asked).toMatchObject({
    name: 'newPasswordRequired',
    parameters: [{ email, email_verified: 'true', given_name: 'Mara' }, ['family_name']],
  });
  const done = await step((callbacks) =>
    user.completeNewPasswordChallenge(PASSWORD, { family_name: 'Quill' }, callbacks),
  );
  expect(done.name).toBe('signed-in');
});

it('has to be chosen in time', async () => {
  const { email, id } = await personWithTemporaryPassword(identity);
  const [row] = await identity.sql<{ days: number }>(
    `SELECT round(extract(epoch FROM temporary_password_until - now()) / 86400)::int AS days
       FROM pool_user WHERE id = $1`,
    [id],
  );
  expect(row).toEqual({ days: 7 });
  await identity.sql(
    `UPDATE pool_user SET temporary_password_until = now() - interval '1 second' WHERE id = $1`,
    [id],
  );
  expect((await identity.signIn(email, TEMPORARY_PASSWORD)).error).toBe(
    'NotAuthorizedException: Temporary password has expired and must be reset by an administrator.',
  );
  expect((await identity.signIn(email, 'Wrong-pass-1')).error).toBe(WRONG_PASSWORD);
});

it('works once, for its user, client and step', async () => {
  const { email, id } = await personWithTemporaryPassword(identity);
  const other = await personWithTemporaryPassword(identity);
  const { body } = await identity.signIn(email, TEMPORARY_PASSWORD);
  const answer = async (
    more: { ClientId?: string } = {},
    { challenge = 'NEW_PASSWORD_REQUIRED', session = body['Session'], username = email } = {},
  ) => {
    const answers = {
      USERNAME: username,
      NEW_PASSWORD: PASSWORD,
      'userAttributes.family_name': 'Quill',
      SOFTWARE_TOKEN_MFA_CODE: '123456',
    };
    return (await identity.respond(challenge, session, answers, more)).error;
  };
  for (const refused of [
    answer({ ClientId: WEB_CLIENT_ID }),
    answer({}, { session: 'made-up-session' }),
    answer({}, { username: other.email }),
    answer({}, { challenge: 'SOFTWARE_TOKEN_MFA' }),
  ])
    expect(await refused).toBe(INVALID_SESSION);
  expect(await answer({}, { session: null })).toContain('InvalidParameterException');
  const errors = await Promise.all([answer(), answer(), answer()]);
  expect(errors.filter((error) => error === '')).toHaveLength(1);
  expect(await answer()).toBe(INVALID_SESSION);
  expect((await identity.signIn(id, PASSWORD)).status).toBe(200);

  const expired = await identity.signIn(other.email, TEMPORARY_PASSWORD);
  await identity.sql(`UPDATE auth_session SET expires_at = now() - interval '1 second'`);
  expect(await answer({}, { session: expired.body['Session'], username: other.email })).toBe(
    'NotAuthorizedException: Invalid session for the user, session is expired.',
  );
});

it('leaves no user without the attributes that everyone must have', async () => {
  const UserAttributes = [{ Name: 'given_name', Value: 'Mara' }];
  expect((await identity.signUp(newEmail(), PASSWORD, { UserAttributes })).error).toBe(
    'InvalidParameterException: Attributes did not conform to the schema: family_name: The attribute is required',
  );
});

it('is all that a pool without second factors asks for', async () => {
  const { email, id } = await confirmedPerson(identity);
  await identity.sql(`INSERT INTO mfa_factor (user_id, kind) VALUES ($1, 'EMAIL_OTP')`, [id]);
  const { AccessToken } = (await identity.signIn(email)).tokens;
  expect((await identity.call('AssociateSoftwareToken', { AccessToken })).error).toBe(
    'SoftwareTokenMFANotFoundException: Software Token MFA has not been enabled by the userPool.',
  );
  await identity.sql('DELETE FROM mfa_factor');
  const refused = await identity.call('SetUserMFAPreference', {
    AccessToken,
    EmailMfaSettings: { Enabled: true },
  });
  expect(refused.error).toContain('InvalidParameterException');
});
