import {
  accessTokenOf,
  confirmedPerson,
  givePhone,
  personWithTemporaryPassword,
  rememberedDevice,
  resetByMail,
  signedInPerson,
  withAuthenticator,
} from './person';
import { REVOKED, runningIdentity } from './running-identity';

/** Someone gets back an account that another person had for a while. */
const identity = runningIdentity({ DEVICES: 'always' });

const NEW_PASSWORD = 'Another-horse-2';
const reset = (email: string, metadata?: object) =>
  resetByMail(identity, email, NEW_PASSWORD, metadata);

/** An account with everything that signs in or spares a step. */
async function wellProtected() {
  const person = await signedInPerson(identity);
  const { AccessToken } = person;
  await rememberedDevice(identity, person.email);
  await withAuthenticator(identity, AccessToken);
  const EmailMfaSettings = { Enabled: true };
  await identity.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings });
  await identity.call('CreateRecoveryCodes', { AccessToken });
  await identity.sql(
    `INSERT INTO passkey (credential_id, user_id, public_key, counter, transports, name, rp_id)
     VALUES ($1, $2, '', 0, '{}', 'Laptop', 'localhost')`,
    [`key-of-${person.id}`, person.id],
  );
  return person;
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
const NOTHING = { passkeys: 0, factors: 0, apps: 0, codes: 0, devices: 0, places: 0, sessions: 0 };

it('leaves nothing of before that signs in, and says so by mail', async () => {
  const { email, id, AccessToken } = await wellProtected();
  expect(await left(id)).toMatchObject({ passkeys: 1, factors: 2, apps: 1, codes: 10, devices: 1 });
  await reset(email);
  expect(await left(id)).toEqual(NOTHING);
  expect((await identity.call('GetUser', { AccessToken })).error).toBe(REVOKED);
  expect(await identity.mail('password-reset', email)).toMatchObject({
    factors: 'removed',
    passkeys: 1,
    second_factors: expect.arrayContaining(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']),
  });
  // No further challenge is required after the new password.
  await accessTokenOf(identity, email, NEW_PASSWORD);
  const events = await identity.sql<{ kind: string; detail: string }>(
    `SELECT kind, detail FROM security_event WHERE user_id = $1 AND kind LIKE '%removed'`,
    [id],
  );
  expect(events).toEqual([{ kind: 'passkey_removed', detail: 'Laptop' }]);
});

it('keeps passkeys and factors on request, but no session and no device', async () => {
  const { email, id } = await wellProtected();
  await reset(email, { keep_factors: 'true' });
  expect(await left(id)).toEqual({ ...NOTHING, passkeys: 1, factors: 2, apps: 1, codes: 10 });
  expect(await identity.mail('password-reset', email)).toMatchObject({ factors: 'kept' });
  const { body } = await identity.signIn(email, NEW_PASSWORD);
  expect(body).toHaveProperty('ChallengeName');
});

it('is not for passwords that an operator gave', async () => {
  const { email } = await personWithTemporaryPassword(identity);
  identity.clearInbox();
  const { error } = await identity.forgotPassword(email);
  expect(error).toBe('NotAuthorizedException: User password cannot be reset in the current state.');
  await identity.forgotPassword((await confirmedPerson(identity)).email);
  expect(identity.mailsTo(email)).toEqual([]);
});

it('a telephone number of before gets no codes to sign in with, and is named in the mail', async () => {
  const { email, id } = await confirmedPerson(identity);
  await givePhone(identity, id);
  const begin = () => identity.chooseFactor(email, { PREFERRED_CHALLENGE: 'SMS_OTP' });
  expect((await begin()).body['ChallengeName']).toBe('SMS_OTP');
  await reset(email);
  expect((await begin()).body['ChallengeName']).toBe('SELECT_CHALLENGE');
  expect((await identity.mail('password-reset', email)).second_factors).toEqual(['SMS_MFA']);

  await identity.sql('UPDATE pool_user SET phone_number_verified = true WHERE id = $1', [id]);
  identity.clearInbox();
  await reset(email, { keep_factors: 'true' });
  expect((await begin()).body['ChallengeName']).toBe('SMS_OTP');
});
