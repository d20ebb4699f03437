import {
  fetchAuthSession,
  fetchMFAPreference,
  setUpTOTP,
  signOut,
  updateMFAPreference,
  verifyTOTPSetup,
} from 'aws-amplify/auth';
import { eventually } from '@tomekeeper/testing';
import { signedInAccount, signInAs, signsInWith, useAmplify } from './amplify-client';
import { Authenticator } from './authenticator';
import { refusalOf, runningIdentity } from './running-identity';

const identity = runningIdentity({ prepare: useAmplify });
afterEach(() => signOut());

/** A person who signs in with an authenticator app from now on. */
async function withAuthenticator() {
  const email = await signedInAccount(identity);
  const { sharedSecret } = await setUpTOTP();
  const app = new Authenticator(sharedSecret);
  await verifyTOTPSetup({ code: app.next() });
  await updateMFAPreference({ totp: 'PREFERRED' });
  await identity.mail('protection-changed', email);
  return { email, app };
}

const accessToken = async () => (await fetchAuthSession()).tokens?.accessToken.toString();

/** As if half a minute had passed. */
async function later(app: Authenticator) {
  await identity.sql('UPDATE software_token SET last_step = 0');
  app.allowReuse();
}

it('is set up, asked for, and refuses wrong and used codes without losing the sign-in', async () => {
  const email = await signedInAccount(identity);
  const { sharedSecret, getSetupUri } = await setUpTOTP();
  expect(sharedSecret).toMatch(/^[A-Z2-7]{32}$/);
  expect(getSetupUri('Tomekeeper', email).href).toContain(`secret=${sharedSecret}`);
  expect(await refusalOf(verifyTOTPSetup({ code: '000000' }))).toBe(
    'EnableSoftwareTokenMFAException: Code mismatch and fail enable Software Token MFA',
  );
  const app = new Authenticator(sharedSecret);
  await verifyTOTPSetup({ code: app.next(), options: { friendlyDeviceName: 'Phone' } });
  expect(await fetchMFAPreference()).toEqual({});
  await updateMFAPreference({ totp: 'PREFERRED' });
  expect(await fetchMFAPreference()).toEqual({ preferred: 'TOTP', enabled: ['TOTP'] });
  expect(await identity.mail('protection-changed', email)).toMatchObject({
    first_name: 'Mara',
    change: 'authenticator-on',
  });

  await signOut();
  const step = await signInAs(email);
  expect(step).toMatchObject({
    isSignedIn: false,
    nextStep: { signInStep: 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' },
  });
  expect(await refusalOf(signsInWith('000000'))).toBe(
    'CodeMismatchException: Invalid code received for user',
  );
  expect(await refusalOf(signsInWith(app.again()))).toBe(
    'ExpiredCodeException: Your software token has already been used once.',
  );
  expect(await signsInWith(app.next())).toBe(true);

  await updateMFAPreference({ totp: 'DISABLED' });
  expect(await fetchMFAPreference()).toEqual({});
  await signOut();
  expect((await signInAs(email)).isSignedIn).toBe(true);
});

it('has recovery codes, each of which works once in place of a code', async () => {
  const { email, app } = await withAuthenticator();
  const made = await identity.call('CreateRecoveryCodes', { AccessToken: await accessToken() });
  const codes = made.body['RecoveryCodes'] as string[];
  expect(new Set(codes).size).toBe(10);
  expect(codes.every((code) => /^[A-Z2-7]{5}-[A-Z2-7]{5}$/.test(code))).toBe(true);
  await signOut();

  await signInAs(email);
  const typed = ` ${codes[3]?.toLowerCase().replace('-', ' ')}`;
  expect(await signsInWith(typed)).toBe(true);
  for (const change of ['recovery-codes-made', 'recovery-code-used'])
    await eventually(() =>
      identity.mailsTo(email).find((mail) => 'change' in mail && mail.change === change),
    );
  const left = async () =>
    (await identity.call('DescribeRecoveryCodes', { AccessToken: await accessToken() })).body;
  expect(await left()).toEqual({ RecoveryCodesLeft: 9 });
  await signOut();

  await signInAs(email);
  expect(await refusalOf(signsInWith(typed))).toMatch(/^CodeMismatchException/);
  expect(await signsInWith(app.next())).toBe(true);
  await updateMFAPreference({ totp: 'DISABLED' });
  expect(await left()).toEqual({ RecoveryCodesLeft: 0 });
  expect(
    (await identity.call('CreateRecoveryCodes', { AccessToken: await accessToken() })).error,
  ).toContain('SoftwareTokenMFANotFoundException');
});

it('is replaced by another app, whose code alone works then', async () => {
  const { email, app } = await withAuthenticator();
  identity.clearInbox();
  const { sharedSecret } = await setUpTOTP();
  const other = new Authenticator(sharedSecret);
  await later(app);
  await signOut();
  await signInAs(email);
  // Until the new one has proved itself, the old one counts.
  await signsInWith(app.next());
  await verifyTOTPSetup({ code: other.next() });
  expect(await identity.mail('protection-changed', email)).toMatchObject({
    change: 'authenticator-on',
  });
  await signOut();
  await signInAs(email);
  expect(await refusalOf(signsInWith(app.next()))).toMatch(/^CodeMismatchException/);
  expect(await signsInWith(other.next())).toBe(true);
});
