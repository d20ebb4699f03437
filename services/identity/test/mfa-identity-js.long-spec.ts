import type { CognitoUser } from 'amazon-cognito-identity-js';
import { Authenticator } from './authenticator';
import { authenticate, called, identityJsUser, step } from './identity-js-client';
import { confirmedPerson, givePhone } from './person';
import { PASSWORD, refusalOf, runningIdentity } from './running-identity';

const identity = runningIdentity();

const on = { Enabled: true, PreferredMfa: true };
const prefer = (user: CognitoUser, { sms = false, totp = false }) =>
  called((done) => user.setUserMfaPreference(sms ? on : null, totp ? on : null, done));

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
  await prefer(user, { totp: true });
  const data = await called((done) => user.getUserData(done, { bypassCache: true }));
  expect(data).toMatchObject({
    PreferredMfaSetting: 'SOFTWARE_TOKEN_MFA',
    UserMFASettingList: ['SOFTWARE_TOKEN_MFA'],
  });

  const again = identityJsUser(identity, email);
  expect((await authenticate(again, PASSWORD)).name).toBe('totpRequired');
  const answer = (code: string) =>
    step((callbacks) => again.sendMFACode(code, callbacks, 'SOFTWARE_TOKEN_MFA'));
  expect(await refusalOf(answer('000000'))).toMatch(/^CodeMismatchException/);
  expect((await answer(app.next())).name).toBe('signed-in');
});

it('signs in with a code by text message, picked from two factors', async () => {
  const { email, id } = await confirmedPerson(identity);
  await givePhone(identity, id);
  const user = identityJsUser(identity, email);
  await authenticate(user, PASSWORD);
  await prefer(user, { sms: true });

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
});
