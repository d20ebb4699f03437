import type { CognitoUser } from 'amazon-cognito-identity-js';
import { Authenticator } from './authenticator';
import { authenticate, identityJsUser, step } from './identity-js-client';
import { confirmedPerson, PASSWORD } from './person';
import { identityForTests } from './running-identity';

const identity = identityForTests();

const on = { Enabled: true, PreferredMfa: true };
const prefer = (user: CognitoUser, settings: { sms?: object; totp?: object }) =>
  new Promise((resolve, reject) =>
    user.setUserMfaPreference(
      settings.sms ? on : null,
      settings.totp ? on : null,
      (error, result) => (error ? reject(error) : resolve(result)),
    ),
  );

it('sets an authenticator app up and signs in with it', async () => {
  const { email } = await confirmedPerson(identity);
  const user = identityJsUser(identity, email);
  await authenticate(user, PASSWORD);
  const secretCode = await new Promise<string>((associateSecretCode, onFailure) =>
    user.associateSoftwareToken({ associateSecretCode, onFailure }),
  );
  const app = new Authenticator(secretCode);
  await new Promise((onSuccess, onFailure) =>
    user.verifySoftwareToken(app.next(), 'Phone', { onSuccess, onFailure }),
  );
  await prefer(user, { totp: on });
  const data = await new Promise<object | undefined>((resolve, reject) =>
    user.getUserData((error, result) => (error ? reject(error) : resolve(result)), {
      bypassCache: true,
    }),
  );
  expect(data).toMatchObject({
    PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
  });

  const again = identityJsUser(identity, email);
  expect((await authenticate(again, PASSWORD)).name).toBe('totpRequired');
  await expect(
    step((callbacks) => again.sendMFACode('000000', callbacks, 'SOFTWARE_TOKEN_MFA')),
  ).rejects.toMatchObject({ code: 'CodeMismatchException' });
  const code = app.next();
  const done = await step((callbacks) => again.sendMFACode(code, callbacks, 'SOFTWARE_TOKEN_MFA'));
  expect(done.name).toBe('signed-in');
}, 30_000);

it('signs in with a code by text message, picked from two factors', async () => {
  const { email, id } = await confirmedPerson(identity);
  await identity.sql(
    `UPDATE pool_user SET phone_number = '+15550100', phone_number_verified = true WHERE id = $1`,
    [id],
  );
  const user = identityJsUser(identity, email);
  await authenticate(user, PASSWORD);
  await prefer(user, { sms: on });

  const preferring = identityJsUser(identity, email);
  expect(await authenticate(preferring, PASSWORD)).toMatchObject({
    name: 'mfaRequired',
    parameters: ['SMS_MFA', { CODE_DELIVERY_DESTINATION: '+****0100' }],
  });
  const { code } = await identity.mail('text-message', email);
  expect((await step((callbacks) => preferring.sendMFACode(code, callbacks))).name).toBe(
    'signed-in',
  );

  await identity.sql('UPDATE mfa_factor SET preferred = false');
  await identity.sql(`INSERT INTO mfa_factor (user_id, kind) VALUES ($1, 'EMAIL_OTP')`, [id]);
  const picking = identityJsUser(identity, email);
  expect(await authenticate(picking, PASSWORD)).toMatchObject({
    name: 'selectMFAType',
    parameters: ['SELECT_MFA_TYPE', { MFAS_CAN_CHOOSE: '["SMS_MFA","EMAIL_OTP"]' }],
  });
  identity.clearInbox();
  const picked = await step((callbacks) =>
    picking.sendMFASelectionAnswer('SMS_MFA', {
      ...callbacks,
      mfaRequired: callbacks.mfaRequired ?? (() => undefined),
      totpRequired: callbacks.totpRequired ?? (() => undefined),
    }),
  );
  expect(picked.name).toBe('mfaRequired');
  const second = await identity.mail('text-message', email);
  const done = await step((callbacks) => picking.sendMFACode(second.code, callbacks));
  expect(done.name).toBe('signed-in');
}, 30_000);
