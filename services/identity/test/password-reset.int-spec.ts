import { Authenticator } from './authenticator';
import {
  accessTokenOf,
  confirmedPerson,
  PASSWORD,
  personWithTemporaryPassword,
  rememberedDevice,
} from './person';
import {
  identityForTests,
  PLAIN_CLIENT_ID,
  startIdentity,
  WEB_CLIENT_ID,
} from './running-identity';

/** Someone gets back an account that another person had for a while. */
const identity = identityForTests(() => startIdentity({ DEVICES: 'always' }));

const NEW_PASSWORD = 'Another-horse-2';

/** An account with everything that signs in or spares a step. */
async function wellProtected() {
  const person = await confirmedPerson(identity);
  await rememberedDevice(identity, person.email);
  const AccessToken = await accessTokenOf(identity, person.email);
  const { body } = await identity.call('AssociateSoftwareToken', { AccessToken });
  const app = new Authenticator(String(body['SecretCode']));
  await identity.call('VerifySoftwareToken', { AccessToken, UserCode: app.next() });
  await identity.call('SetUserMFAPreference', {
    AccessToken,
    SoftwareTokenMfaSettings: { Enabled: true },
    EmailMfaSettings: { Enabled: true },
  });
  await identity.call('CreateRecoveryCodes', { AccessToken });
  await identity.sql(
    `INSERT INTO passkey (credential_id, user_id, public_key, counter, transports, name, rp_id)
     VALUES ($1, $2, '', 0, '{}', 'Laptop', 'localhost')`,
    [`key-of-${person.id}`, person.id],
  );
  return { ...person, AccessToken };
}

async function reset(email: string, ClientMetadata?: object) {
  const client = { ClientId: WEB_CLIENT_ID, Username: email };
  await identity.call('ForgotPassword', client);
  const { code } = await identity.mail('reset-password', email);
  const { error } = await identity.call('ConfirmForgotPassword', {
    ...client,
    ConfirmationCode: code,
    Password: NEW_PASSWORD,
    ClientMetadata,
  });
  expect(error).toBe('');
}

const left = async (id: string) => {
  const [row] = await identity.sql<Record<string, number>>(
    `SELECT (SELECT count(*)::int FROM passkey WHERE user_id = $1) AS passkeys,
            (SELECT count(*)::int FROM mfa_factor WHERE user_id = $1) AS factors,
            (SELECT count(*)::int FROM software_token WHERE user_id = $1) AS apps,
            (SELECT count(*)::int FROM recovery_code WHERE user_id = $1) AS codes,
            (SELECT count(*)::int FROM device WHERE user_id = $1) AS devices,
            (SELECT count(*)::int FROM known_source WHERE user_id = $1) AS places,
            (SELECT count(*)::int FROM user_session
              WHERE user_id = $1 AND revoked_at IS NULL) AS sessions`,
    [id],
  );
  return row;
};
const NOTHING = {
  passkeys: 0,
  factors: 0,
  apps: 0,
  codes: 0,
  devices: 0,
  places: 0,
  sessions: 0,
};

it('leaves nothing of before that signs in, and says so by mail', async () => {
  const { email, id, AccessToken } = await wellProtected();
  expect(await left(id)).toMatchObject({ passkeys: 1, factors: 2, apps: 1, codes: 10, devices: 1 });
  await reset(email);
  expect(await left(id)).toEqual(NOTHING);
  expect((await identity.call('GetUser', { AccessToken })).error).toContain('revoked');
  expect(await identity.mail('password-reset', email)).toMatchObject({
    factors: 'removed',
    passkeys: 1,
    second_factors: expect.arrayContaining(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']),
  });
  // Nothing stands between the new password and the account.
  await accessTokenOf(identity, email, NEW_PASSWORD);
  const events = await identity.sql<{ kind: string; detail: string }>(
    `SELECT kind, detail FROM security_event WHERE user_id = $1 AND kind LIKE '%removed'`,
    [id],
  );
  expect(events).toEqual([{ kind: 'passkey_removed', detail: 'Laptop' }]);
});

it('keeps passkeys and factors for whoever asks, but no session and no device', async () => {
  const { email, id } = await wellProtected();
  await reset(email, { keep_factors: 'true' });
  expect(await left(id)).toEqual({ ...NOTHING, passkeys: 1, factors: 2, apps: 1, codes: 10 });
  expect(await identity.mail('password-reset', email)).toMatchObject({ factors: 'kept' });
  const { body } = await identity.call('InitiateAuth', {
    ClientId: PLAIN_CLIENT_ID,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: NEW_PASSWORD },
  });
  expect(body).toHaveProperty('ChallengeName');
});

it('is not for passwords that an operator gave', async () => {
  const { email } = await personWithTemporaryPassword(identity);
  identity.clearInbox();
  const { error } = await identity.call('ForgotPassword', {
    ClientId: WEB_CLIENT_ID,
    Username: email,
  });
  expect(error).toBe('NotAuthorizedException: User password cannot be reset in the current state.');
  await identity.call('ForgotPassword', {
    ClientId: WEB_CLIENT_ID,
    Username: (await confirmedPerson(identity)).email,
  });
  expect(identity.mailsTo(email)).toEqual([]);
});

it('a telephone number of before gets no codes to sign in with, and is named in the mail', async () => {
  const { email, id } = await confirmedPerson(identity);
  await identity.sql(
    `UPDATE pool_user SET phone_number = '+15550100', phone_number_verified = true WHERE id = $1`,
    [id],
  );
  const begin = () =>
    identity.call('InitiateAuth', {
      ClientId: WEB_CLIENT_ID,
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME: email, PREFERRED_CHALLENGE: 'SMS_OTP' },
    });
  expect((await begin()).body['ChallengeName']).toBe('SMS_OTP');
  await reset(email);
  expect((await begin()).body['ChallengeName']).toBe('SELECT_CHALLENGE');
  expect((await identity.mail('password-reset', email)).second_factors).toEqual(['SMS_MFA']);

  await identity.sql('UPDATE pool_user SET phone_number_verified = true WHERE id = $1', [id]);
  identity.clearInbox();
  await reset(email, { keep_factors: 'true' });
  expect((await begin()).body['ChallengeName']).toBe('SMS_OTP');
}, 30_000);

it.each(['a reset', 'a changed password', 'signing out everywhere'])(
  'ends sign-ins that are under way, too: %s',
  async (how) => {
    const { email } = await confirmedPerson(identity);
    const AccessToken = await accessTokenOf(identity, email);
    const { body } = await identity.call('AssociateSoftwareToken', { AccessToken });
    const app = new Authenticator(String(body['SecretCode']));
    await identity.call('VerifySoftwareToken', { AccessToken, UserCode: app.next() });
    await identity.call('SetUserMFAPreference', {
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true },
    });
    // Someone who knows the earlier password has shown it, and pauses before the next step.
    const begun = await identity.call('InitiateAuth', {
      ClientId: PLAIN_CLIENT_ID,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD },
    });
    expect(begun.body['ChallengeName']).toBe('SOFTWARE_TOKEN_MFA');
    if (how === 'a reset') await reset(email, { keep_factors: 'true' });
    else if (how === 'signing out everywhere')
      await identity.call('GlobalSignOut', { AccessToken });
    else
      await identity.call('ChangePassword', {
        AccessToken,
        PreviousPassword: PASSWORD,
        ProposedPassword: NEW_PASSWORD,
      });
    const answered = await identity.call('RespondToAuthChallenge', {
      ClientId: PLAIN_CLIENT_ID,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: begun.body['Session'],
      ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: app.next() },
    });
    expect(answered.error).toBe('NotAuthorizedException: Invalid session for the user.');
  },
  30_000,
);
