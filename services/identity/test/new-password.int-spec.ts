import { confirmSignIn, fetchUserAttributes, signIn, signOut } from 'aws-amplify/auth';
import { startWithAmplify } from './amplify-client';
import { authenticate, identityJsUser, step } from './identity-js-client';
import {
  confirmedPerson,
  newEmail,
  PASSWORD,
  personWithTemporaryPassword,
  TEMPORARY_PASSWORD,
} from './person';
import { identityForTests, PLAIN_CLIENT_ID, WEB_CLIENT_ID } from './running-identity';

const identity = identityForTests(() =>
  startWithAmplify({
    REQUIRED_ATTRIBUTES: ['given_name', 'family_name'],
    MFA: 'OFF',
  }),
);
afterEach(() => signOut());

const byPassword = (username: string, password: string) =>
  identity.call('InitiateAuth', {
    ClientId: PLAIN_CLIENT_ID,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: username, PASSWORD: password },
  });

it('is asked of whoever signs in with a temporary one, together with the missing attributes', async () => {
  const { email } = await personWithTemporaryPassword(identity);
  const first = await signIn({ username: email, password: TEMPORARY_PASSWORD });
  expect(first).toMatchObject({
    isSignedIn: false,
    nextStep: {
      signInStep: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED',
      missingAttributes: ['family_name'],
    },
  });
  const answer = (challengeResponse: string, family_name?: string) =>
    confirmSignIn({
      challengeResponse,
      options: { userAttributes: family_name === undefined ? {} : { family_name } },
    });
  await expect(answer(PASSWORD)).rejects.toMatchObject({
    name: 'InvalidParameterException',
    message: 'Attributes did not conform to the schema: family_name: The attribute is required',
  });
  // Neither costs the sign-in:
  for (const password of ['short', TEMPORARY_PASSWORD])
    await expect(answer(password, 'Quill')).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
  expect((await answer(PASSWORD, 'Quill')).isSignedIn).toBe(true);
  expect(await fetchUserAttributes()).toMatchObject({ given_name: 'Mara', family_name: 'Quill' });
  await identity.mail('password-changed', email);
  await signOut();
  expect((await signIn({ username: email, password: PASSWORD })).isSignedIn).toBe(true);
  await signOut();
  await expect(signIn({ username: email, password: TEMPORARY_PASSWORD })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
}, 30_000);

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
}, 30_000);

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
  expect((await byPassword(email, TEMPORARY_PASSWORD)).error).toBe(
    'NotAuthorizedException: Temporary password has expired and must be reset by an administrator.',
  );
  expect((await byPassword(email, 'Wrong-pass-1')).error).toBe(
    'NotAuthorizedException: Incorrect username or password.',
  );
}, 30_000);

it('works once, for the person, client and step that it was asked of', async () => {
  const { email, id } = await personWithTemporaryPassword(identity);
  const other = await personWithTemporaryPassword(identity);
  const { body } = await byPassword(email, TEMPORARY_PASSWORD);
  const answer = (change: object = {}, NEW_PASSWORD = PASSWORD, USERNAME = email) =>
    identity.call('RespondToAuthChallenge', {
      ClientId: PLAIN_CLIENT_ID,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: body['Session'],
      ChallengeResponses: { USERNAME, NEW_PASSWORD, 'userAttributes.family_name': 'Quill' },
      ...change,
    });
  const invalid = 'NotAuthorizedException: Invalid session for the user.';
  expect((await answer({ ClientId: WEB_CLIENT_ID })).error).toBe(invalid);
  expect((await answer({ Session: 'made-up-session-of-nobody' })).error).toBe(invalid);
  expect((await answer({ Session: undefined })).error).toContain('InvalidParameterException');
  expect((await answer({}, PASSWORD, other.email)).error).toBe(invalid);
  const elsewhere = { SOFTWARE_TOKEN_MFA_CODE: '123456', USERNAME: email };
  expect(
    (await answer({ ChallengeName: 'SOFTWARE_TOKEN_MFA', ChallengeResponses: elsewhere })).error,
  ).toBe(invalid);
  const outcomes = await Promise.all([answer(), answer(), answer()]);
  expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await answer()).error).toBe(invalid);
  expect((await byPassword(id, PASSWORD)).status).toBe(200);

  const expired = await byPassword(other.email, TEMPORARY_PASSWORD);
  await identity.sql(`UPDATE auth_session SET expires_at = now() - interval '1 second'`);
  expect((await answer({ Session: expired.body['Session'] }, PASSWORD, other.email)).error).toBe(
    'NotAuthorizedException: Invalid session for the user, session is expired.',
  );
}, 30_000);

it('leaves nobody without the attributes that everyone must have', async () => {
  const refused = await identity.call('SignUp', {
    ClientId: WEB_CLIENT_ID,
    Username: newEmail(),
    Password: PASSWORD,
    UserAttributes: [{ Name: 'given_name', Value: 'Mara' }],
  });
  expect(refused.error).toBe(
    'InvalidParameterException: Attributes did not conform to the schema: family_name: The attribute is required',
  );
});

it('is all that a pool without second factors asks for', async () => {
  const { email, id } = await confirmedPerson(identity);
  await identity.sql(`INSERT INTO mfa_factor (user_id, kind) VALUES ($1, 'EMAIL_OTP')`, [id]);
  const { body } = await byPassword(email, PASSWORD);
  const { AccessToken } = body['AuthenticationResult'] as { AccessToken: string };
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
