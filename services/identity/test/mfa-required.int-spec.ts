import {
  AssociateSoftwareTokenCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  confirmSignIn,
  fetchMFAPreference,
  signIn,
  signOut,
  updateMFAPreference,
} from 'aws-amplify/auth';
import { join, startWithAmplify } from './amplify-client';
import { Authenticator } from './authenticator';
import { authenticate, identityJsUser, step } from './identity-js-client';
import { newEmail, PASSWORD } from './person';
import { identityForTests, PLAIN_CLIENT_ID } from './running-identity';
import { sdkFor } from './sdk-client';

/** A pool in which everyone must have a second factor. */
const identity = identityForTests(() => startWithAmplify({ MFA: 'ON' }));
afterEach(() => signOut());

it('has an authenticator app set up in the middle of the first sign-in', async () => {
  const email = await join(identity);
  const choice = await signIn({ username: email, password: PASSWORD });
  expect(choice.nextStep).toEqual({
    signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
    allowedMFATypes: ['TOTP', 'EMAIL'],
  });
  const { nextStep } = await confirmSignIn({ challengeResponse: 'TOTP' });
  if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP')
    throw new Error(nextStep.signInStep);
  const app = new Authenticator(nextStep.totpSetupDetails.sharedSecret);
  await expect(confirmSignIn({ challengeResponse: '000000' })).rejects.toMatchObject({
    name: 'EnableSoftwareTokenMFAException',
  });
  expect((await confirmSignIn({ challengeResponse: app.next() })).isSignedIn).toBe(true);
  expect(await fetchMFAPreference()).toEqual({ preferred: 'TOTP', enabled: ['TOTP'] });
  await expect(updateMFAPreference({ totp: 'DISABLED' })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
  expect(await fetchMFAPreference()).toEqual({ preferred: 'TOTP', enabled: ['TOTP'] });
  await identity.mail('protection-changed', email);

  await signOut();
  const asked = await signIn({ username: email, password: PASSWORD });
  expect(asked.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
  expect((await confirmSignIn({ challengeResponse: app.next() })).isSignedIn).toBe(true);
}, 30_000);

it('has codes by mail set up, for the mailbox of the account and no other', async () => {
  const email = await join(identity);
  await signIn({ username: email, password: PASSWORD });
  const { nextStep } = await confirmSignIn({ challengeResponse: 'EMAIL' });
  expect(nextStep.signInStep).toBe('CONTINUE_SIGN_IN_WITH_EMAIL_SETUP');
  await expect(confirmSignIn({ challengeResponse: newEmail() })).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
  const asked = await confirmSignIn({ challengeResponse: email });
  expect(asked.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
  const { code } = await identity.mail('sign-in-code', email);
  expect((await confirmSignIn({ challengeResponse: code })).isSignedIn).toBe(true);
  expect(await fetchMFAPreference()).toEqual({ preferred: 'EMAIL', enabled: ['EMAIL'] });
}, 30_000);

it('is understood by the older client', async () => {
  const email = await join(identity);
  const user = identityJsUser(identity, email);
  expect((await authenticate(user, PASSWORD)).name).toBe('mfaSetup');
  const secretCode = await new Promise<string>((associateSecretCode, onFailure) =>
    user.associateSoftwareToken({ associateSecretCode, onFailure }),
  );
  const app = new Authenticator(secretCode);
  await new Promise((onSuccess, onFailure) =>
    user.verifySoftwareToken(app.next(), 'Phone', { onSuccess, onFailure }),
  );
  const again = identityJsUser(identity, email);
  expect(await authenticate(again, PASSWORD)).toMatchObject({
    name: 'totpRequired',
    parameters: ['SOFTWARE_TOKEN_MFA', { FRIENDLY_DEVICE_NAME: 'Phone' }],
  });
  const code = app.next();
  const done = await step((callbacks) => again.sendMFACode(code, callbacks, 'SOFTWARE_TOKEN_MFA'));
  expect(done.name).toBe('signed-in');
}, 30_000);

it('is understood by the SDK, which is asked for the app at the next sign-in', async () => {
  const USERNAME = await join(identity);
  const sdk = sdkFor(identity);
  try {
    const signInBySdk = () =>
      sdk.send(
        new InitiateAuthCommand({
          ClientId: PLAIN_CLIENT_ID,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME, PASSWORD },
        }),
      );
    const respond = (
      ChallengeName: 'MFA_SETUP' | 'SOFTWARE_TOKEN_MFA',
      Session: string | undefined,
      more: Record<string, string> = {},
    ) =>
      sdk.send(
        new RespondToAuthChallengeCommand({
          ClientId: PLAIN_CLIENT_ID,
          ChallengeName,
          Session,
          ChallengeResponses: { USERNAME, ...more },
        }),
      );
    const { Session } = await signInBySdk();
    const begun = await sdk.send(new AssociateSoftwareTokenCommand({ Session }));
    const app = new Authenticator(begun.SecretCode ?? '');
    const verified = await sdk.send(
      new VerifySoftwareTokenCommand({ Session: begun.Session, UserCode: app.next() }),
    );
    expect(verified.Status).toBe('SUCCESS');
    const done = await respond('MFA_SETUP', verified.Session);
    expect(done.AuthenticationResult?.AccessToken).toBeTruthy();
    const next = await signInBySdk();
    expect(next).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
    expect(next.AuthenticationResult).toBeUndefined();
    const code = { SOFTWARE_TOKEN_MFA_CODE: app.next() };
    const again = await respond('SOFTWARE_TOKEN_MFA', next.Session, code);
    expect(again.AuthenticationResult?.AccessToken).toBeTruthy();
  } finally {
    sdk.destroy();
  }
}, 30_000);

it('can not be talked out of it', async () => {
  const email = await join(identity);
  const call = (name: string, body: object) => identity.call(name, body);
  const started = await call('InitiateAuth', {
    ClientId: PLAIN_CLIENT_ID,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD },
  });
  const { Session } = started.body;
  expect(started.body).toMatchObject({
    ChallengeName: 'MFA_SETUP',
    ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]' },
  });
  const respond = (ChallengeName: string, session: unknown) =>
    call('RespondToAuthChallenge', {
      ClientId: PLAIN_CLIENT_ID,
      ChallengeName,
      Session: session,
      ChallengeResponses: { USERNAME: email, ANSWER: 'EMAIL_OTP', EMAIL_OTP_CODE: '123456' },
    });
  expect((await respond('MFA_SETUP', Session)).error).toContain('InvalidParameterException');
  for (const name of ['EMAIL_OTP', 'SELECT_MFA_TYPE', 'SELECT_CHALLENGE'])
    expect((await respond(name, Session)).error).toContain('Invalid session for the user.');
  const begun = await call('AssociateSoftwareToken', { Session });
  expect((await respond('MFA_SETUP', begun.body['Session'])).error).toContain(
    'InvalidParameterException',
  );
  // Begun anew, the earlier session is used up.
  expect((await call('AssociateSoftwareToken', { Session })).error).toContain('Invalid session');
  // A code from the mailbox is no way round it.
  const choice = await call('InitiateAuth', {
    ClientId: PLAIN_CLIENT_ID,
    AuthFlow: 'USER_AUTH',
    AuthParameters: { USERNAME: email, PREFERRED_CHALLENGE: 'EMAIL_OTP' },
  });
  expect(choice.body['AvailableChallenges']).toEqual(['PASSWORD', 'PASSWORD_SRP']);
}, 30_000);
