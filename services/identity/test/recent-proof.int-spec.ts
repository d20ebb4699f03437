import { REAUTHENTICATION_NEEDED } from '@tomekeeper/contracts-identity';
import { OperationRegistry } from '../src/protocol/operations';
import { Authenticator } from './authenticator';
import { newDeviceKey, signedInPerson } from './person';
import { PASSWORD, runningIdentity, WRONG_PASSWORD } from './running-identity';
import { SoftwarePasskey } from './software-passkey';

/** Sensitive operations require a proof of identity that is at most ten minutes old. */
const identity = runningIdentity();

const NEEDED = `NotAuthorizedException: ${REAUTHENTICATION_NEEDED}`;
const DEVICE = newDeviceKey();
const NEW_PASSWORD = 'New-pass-word-2';

/** Advances time for the sessions of a user. */
const minutesLater = (userId: string, minutes: number) =>
  identity.sql(
    `UPDATE user_session SET auth_time = auth_time - make_interval(mins => $2),
            proved_at = proved_at - make_interval(mins => $2) WHERE user_id = $1`,
    [userId, minutes],
  );
const ask = async (operation: string, body: object) => (await identity.call(operation, body)).error;
const prove = (AccessToken: string, proof: object) =>
  ask('Reauthenticate', { AccessToken, ...proof });

const verifier = { Salt: 'YQ==', PasswordVerifier: 'YWI=' };
const email = { Name: 'email', Value: 'someone.else@example.org' };
/** All sensitive operations, with parameters in addition to the token. */
const SENSITIVE: readonly (readonly [string, object])[] = [
  ['UpdateUserAttributes', { UserAttributes: [email] }],
  ['UpdateUserAttributes', { UserAttributes: [{ Name: 'phone_number', Value: '+15550100123' }] }],
  ['VerifyUserAttribute', { AttributeName: 'email', Code: '000000' }],
  ['VerifyUserAttribute', { AttributeName: 'phone_number', Code: '000000' }],
  ['StartWebAuthnRegistration', {}],
  ['CompleteWebAuthnRegistration', { Credential: {} }],
  ['DeleteWebAuthnCredential', { CredentialId: 'YQ' }],
  ['AssociateSoftwareToken', {}],
  ['VerifySoftwareToken', { UserCode: '000000' }],
  ['SetUserMFAPreference', { EmailMfaSettings: { Enabled: true } }],
  ['CreateRecoveryCodes', {}],
  ['ConfirmDevice', { DeviceKey: DEVICE, DeviceSecretVerifierConfig: verifier }],
  ['UpdateDeviceStatus', { DeviceKey: DEVICE, DeviceRememberedStatus: 'remembered' }],
  ['ForgetDevice', { DeviceKey: DEVICE }],
  ['DeleteUser', {}],
];
/** Operations that reveal nothing new to an attacker or only end sessions. */
const PLAIN: readonly (readonly [string, object])[] = [
  ['GetUser', {}],
  ['GetUserAuthFactors', {}],
  ['UpdateUserAttributes', { UserAttributes: [{ Name: 'given_name', Value: 'Maria' }] }],
  ['ListWebAuthnCredentials', {}],
  ['ListDevices', {}],
  ['DescribeRecoveryCodes', {}],
  ['StartReauthentication', {}],
  ['GlobalSignOut', {}],
];

/** Take no access token. */
const SIGNED_OUT = [
  ...[
    'SignUp',
    'ConfirmSignUp',
    'ResendConfirmationCode',
    'ForgotPassword',
    'ConfirmForgotPassword',
  ],
  ...['InitiateAuth', 'RespondToAuthChallenge', 'GetTokensFromRefreshToken', 'RevokeToken'],
  ...['IdentityPool.GetId', 'IdentityPool.GetCredentialsForIdentity'],
  ...['ListCommonPasswords', 'UndoEmailChange'],
];
/** Ask for the password or the proof itself, show a device, send a code; a telephone number has its own test below. */
const OTHERS = [
  ...['ChangePassword', 'Reauthenticate', 'GetDevice', 'GetUserAttributeVerificationCode'],
  'DeleteUserAttributes',
];

it('is decided for every operation there is', () => {
  const offered = [...identity.app.get(OperationRegistry).names()];
  const decided = new Set([
    ...[...SENSITIVE, ...PLAIN].map(([name]) => name),
    ...SIGNED_OUT,
    ...OTHERS,
  ]);
  expect([...decided].sort()).toEqual(offered.sort());
});

describe('a token whose owner signed in more than ten minutes ago', () => {
  // One user for each list, so operations that end the session or account are last.
  let person: Awaited<ReturnType<typeof signedInPerson>>;
  const sharedBy = (list: typeof SENSITIVE, row: readonly [string, object]) =>
    list[0] === row ? signedInPerson(identity) : person;

  it.each(SENSITIVE.map((row) => [...row, row] as const))(
    'is not enough for %s %j',
    async (operation, body, row) => {
      person = await sharedBy(SENSITIVE, row);
      const { id, AccessToken } = person;
      await minutesLater(id, 11);
      expect(await ask(operation, { AccessToken, ...body })).toBe(NEEDED);
      await prove(AccessToken, { Password: PASSWORD });
      expect(await ask(operation, { AccessToken, ...body })).not.toBe(NEEDED);
    },
  );

  it.each(PLAIN.map((row) => [...row, row] as const))(
    'is enough for %s %j',
    async (operation, body, row) => {
      person = await sharedBy(PLAIN, row);
      const { id, AccessToken } = person;
      await minutesLater(id, 11);
      expect(await ask(operation, { AccessToken, ...body })).toBe('');
    },
  );

  it('rejects a combined request completely if one part requires a proof', async () => {
    const { id, AccessToken } = await signedInPerson(identity);
    await minutesLater(id, 11);
    const UserAttributes = [{ Name: 'given_name', Value: 'Thief' }, email];
    expect(await ask('UpdateUserAttributes', { AccessToken, UserAttributes })).toBe(NEEDED);
    const [row] = await identity.sql('SELECT given_name FROM pool_user WHERE id = $1', [id]);
    expect(row).toEqual({ given_name: 'Mara' });
  });

  it('accepts an unchanged address, as clients send it', async () => {
    const { id, email: address, AccessToken } = await signedInPerson(identity);
    await minutesLater(id, 11);
    const UserAttributes = [{ Name: 'email', Value: address.toUpperCase() }];
    expect(await ask('UpdateUserAttributes', { AccessToken, UserAttributes })).toBe('');
  });

  it('does not become a newer one by being refreshed', async () => {
    const { id, RefreshToken } = await signedInPerson(identity);
    await minutesLater(id, 11);
    const { AccessToken } = (await identity.refresh(RefreshToken)).tokens;
    expect(await ask('AssociateSoftwareToken', { AccessToken })).toBe(NEEDED);
  });

  it('changes the password only with the current one, which is itself a proof', async () => {
    const { id, AccessToken } = await signedInPerson(identity);
    await minutesLater(id, 11);
    const change = (PreviousPassword: string) =>
      ask('ChangePassword', { AccessToken, PreviousPassword, ProposedPassword: NEW_PASSWORD });
    expect(await change('Wrong-pass-1')).toMatch(/^NotAuthorizedException: Incorrect/);
    expect(await ask('AssociateSoftwareToken', { AccessToken })).toBe(NEEDED);
    expect(await change(PASSWORD)).toBe('');
    expect(await ask('AssociateSoftwareToken', { AccessToken })).toBe('');
  });
});

describe('a proof of identity', () => {
  it('is valid for ten minutes in its session', async () => {
    const { id, email: address, AccessToken } = await signedInPerson(identity);
    const other = (await identity.signIn(address)).tokens;
    await minutesLater(id, 11);
    expect(await prove(AccessToken, { Password: PASSWORD })).toBe('');
    expect(await ask('AssociateSoftwareToken', { AccessToken: other.AccessToken })).toBe(NEEDED);
    await minutesLater(id, 9);
    expect(await ask('AssociateSoftwareToken', { AccessToken })).toBe('');
    await minutesLater(id, 2);
    expect(await ask('AssociateSoftwareToken', { AccessToken })).toBe(NEEDED);
  });

  it('is not given by a wrong password, and guesses are counted', async () => {
    const { id, AccessToken } = await signedInPerson(identity);
    await minutesLater(id, 11);
    const answers: string[] = [];
    for (let guess = 0; guess < 7; guess += 1)
      answers.push(await prove(AccessToken, { Password: `Wrong-pass-${guess}` }));
    expect(answers[0]).toBe(WRONG_PASSWORD);
    expect(answers.at(-1)).toBe('NotAuthorizedException: Password attempts exceeded');
    expect(await ask('AssociateSoftwareToken', { AccessToken })).toBe(NEEDED);
    expect(await prove(AccessToken, {})).toMatch(/^InvalidParameterException: /);
  });

  it('is provided by an authenticator code, once, while the app is enabled', async () => {
    const { id, AccessToken } = await signedInPerson(identity);
    const { body } = await identity.call('AssociateSoftwareToken', { AccessToken });
    const app = new Authenticator(String(body['SecretCode']));
    await identity.call('VerifySoftwareToken', { AccessToken, UserCode: app.next() });
    await minutesLater(id, 11);
    expect(await prove(AccessToken, { SoftwareTokenCode: app.next() })).toMatch(
      /^SoftwareTokenMFANotFoundException: /,
    );
    await prove(AccessToken, { Password: PASSWORD });
    const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true };
    await identity.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
    await minutesLater(id, 11);
    const started = await identity.call('StartReauthentication', { AccessToken });
    expect(started.body).toEqual({ Factors: ['PASSWORD', 'SOFTWARE_TOKEN_MFA'] });
    await identity.sql('UPDATE software_token SET last_step = 0 WHERE user_id = $1', [id]);
    app.allowReuse();
    expect(await prove(AccessToken, { SoftwareTokenCode: '000000' })).toMatch(/^CodeMismatch/);
    expect(await ask('CreateRecoveryCodes', { AccessToken })).toBe(NEEDED);
    expect(await prove(AccessToken, { SoftwareTokenCode: app.next() })).toBe('');
    expect(await ask('CreateRecoveryCodes', { AccessToken })).toBe('');
    expect(await prove(AccessToken, { SoftwareTokenCode: app.again() })).toMatch(/^ExpiredCode/);
  });

  it('is provided by a passkey of the account, once per challenge', async () => {
    const { id, AccessToken } = await signedInPerson(identity);
    const passkey = await addPasskey(AccessToken);
    await minutesLater(id, 11);
    const { Factors, ...asked } = await askForPasskey(AccessToken);
    expect(Factors).toEqual(['WEB_AUTHN', 'PASSWORD']);
    const Credential = passkey.answer(asked.challenge);
    const answer = { Credential, Session: asked.Session };
    const strangers = await signedInPerson(identity);
    expect(await prove(strangers.AccessToken, answer)).toMatch(/^NotAuthorizedException: Invalid/);
    const again = await askForPasskey(AccessToken);
    expect(await prove(AccessToken, { Credential, Session: again.Session })).toBe(
      'NotAuthorizedException: This passkey does not open this account.',
    );
    expect(await ask('StartWebAuthnRegistration', { AccessToken })).toBe(NEEDED);
    const third = await askForPasskey(AccessToken);
    const right = {
      Credential: passkey.answer(third.challenge),
      Session: third.Session,
    };
    expect(await prove(AccessToken, right)).toBe('');
    expect(await ask('StartWebAuthnRegistration', { AccessToken })).toBe('');
    expect(await prove(AccessToken, right)).toMatch(/^NotAuthorizedException: Invalid session/);
  });
});

async function addPasskey(AccessToken: string): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey();
  const { body } = await identity.call('StartWebAuthnRegistration', { AccessToken });
  const options = body['CredentialCreationOptions'] as { challenge: string; user: { id: string } };
  const Credential = passkey.register(options);
  expect(await ask('CompleteWebAuthnRegistration', { AccessToken, Credential })).toBe('');
  return passkey;
}

async function askForPasskey(AccessToken: string) {
  const { body } = await identity.call('StartReauthentication', { AccessToken });
  const { challenge } = body['CredentialRequestOptions'] as { challenge: string };
  return { Factors: body['Factors'], Session: String(body['Session']), challenge };
}

describe('every change is reported to the owner with its time', () => {
  const told = async (to: string, change: string) => {
    const mail = await identity.mail('protection-changed', to);
    expect(mail).toMatchObject({ change, at: expect.stringMatching(/^\d{4}-/) });
  };

  it('devices', async () => {
    const { email: address, AccessToken } = await signedInPerson(identity);
    const mine = { AccessToken, DeviceKey: newDeviceKey() };
    await identity.call('ConfirmDevice', { ...mine, DeviceSecretVerifierConfig: verifier });
    const DeviceRememberedStatus = 'remembered';
    await identity.call('UpdateDeviceStatus', { ...mine, DeviceRememberedStatus });
    await told(address, 'device-remembered');
    identity.clearInbox();
    await identity.call('ForgetDevice', mine);
    await told(address, 'device-forgotten');
  });

  it('a telephone number', async () => {
    const { id, email: address, AccessToken } = await signedInPerson(identity);
    await identity.changeAttributes(AccessToken, { phone_number: '+15550100123' });
    const { code } = await identity.mail('text-message', address);
    await identity.verifyAttribute(AccessToken, 'phone_number', code);
    await told(address, 'phone-changed');
    identity.clearInbox();
    await minutesLater(id, 11);
    const removal = { AccessToken, UserAttributeNames: ['phone_number'] };
    expect(await ask('DeleteUserAttributes', removal)).toBe(NEEDED);
    await prove(AccessToken, { Password: PASSWORD });
    await identity.call('DeleteUserAttributes', removal);
    await told(address, 'phone-removed');
  });

  it('a password, and the end of the account', async () => {
    const { email: address, AccessToken } = await signedInPerson(identity);
    await identity.changePassword(AccessToken, PASSWORD, NEW_PASSWORD);
    expect(await identity.mail('password-changed', address)).toHaveProperty('at');
    await identity.call('DeleteUser', { AccessToken });
    expect(await identity.mail('account-deleted', address)).toHaveProperty('at');
  });
});
