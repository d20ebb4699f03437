import {
  AssociateSoftwareTokenCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { confirmSignIn, fetchMFAPreference, signOut, updateMFAPreference } from 'aws-amplify/auth';
import { newAccount, signInAs, signsInWith, useAmplify } from './amplify-client';
import { Authenticator } from './authenticator';
import { authenticate, identityJsUser, step } from './identity-js-client';
import { newEmail } from './person';
import {
  INVALID_SESSION,
  PASSWORD,
  PLAIN_CLIENT_ID,
  refusalOf,
  runningIdentity,
} from './running-identity';
import { sdkFor } from './sdk-client';

/** A pool in which everyone must have a second factor. */
const identity = runningIdentity({ MFA: 'ON', prepare: useAmplify });
const sdk = sdkFor(identity);
afterEach(() => signOut());

it('has an authenticator app set up in the middle of the first sign-in', async () => {
  const email = await newAccount(identity);
  const choice = await signInAs(email);
  expect(choice.nextStep).toEqual({
    signInStep: 'CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION',
    allowedMFATypes: ['TOTP', 'EMAIL'],
  });
  const { nextStep } = await confirmSignIn({ challengeResponse: 'TOTP' });
  if (nextStep.signInStep !== 'CONTINUE_SIGN_IN_WITH_TOTP_SETUP')
    throw new Error(nextStep.signInStep);
  const app = new Authenticator(nextStep.totpSetupDetails.sharedSecret);
  expect(await refusalOf(signsInWith('000000'))).toMatch(/^EnableSoftwareTokenMFAException/);
  expect(await signsInWith(app.next())).toBe(true);
  expect(await fetchMFAPreference()).toEqual({ preferred: 'TOTP', enabled: ['TOTP'] });
  expect(await refusalOf(updateMFAPreference({ totp: 'DISABLED' }))).toMatch(/^InvalidParameter/);
  expect(await fetchMFAPreference()).toEqual({ preferred: 'TOTP', enabled: ['TOTP'] });
  await identity.mail('protection-changed', email);

  await signOut();
  const asked = await signInAs(email);
  expect(asked.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_TOTP_CODE');
  expect(await signsInWith(app.next())).toBe(true);
});

it('has codes by mail set up, for the mailbox of the account and no other', async () => {
  const email = await newAccount(identity);
  await signInAs(email);
  const { nextStep } = await confirmSignIn({ challengeResponse: 'EMAIL' });
  expect(nextStep.signInStep).toBe('CONTINUE_SIGN_IN_WITH_EMAIL_SETUP');
  expect(await refusalOf(signsInWith(newEmail()))).toMatch(/^InvalidParameterException/);
  const asked = await confirmSignIn({ challengeResponse: email });
  expect(asked.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
  const { code } = await identity.mail('sign-in-code', email);
  expect(await signsInWith(code)).toBe(true);
  expect(await fetchMFAPreference()).toEqual({ preferred: 'EMAIL', enabled: ['EMAIL'] });
});

it('is understood by the older client', async () => {
  const email = await newAccount(identity);
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
});

it('is understood by the SDK, which gets an app challenge at the next sign-in', async () => {
  const USERNAME = await newAccount(identity);
  const ClientId = PLAIN_CLIENT_ID;
  const signInBySdk = () =>
    sdk.send(
      new InitiateAuthCommand({
        ClientId,
        AuthFlow: 'USER_PASSWORD_AUTH',
        AuthParameters: { USERNAME, PASSWORD },
      }),
    );
  const { Session } = await signInBySdk();
  const begun = await sdk.send(new AssociateSoftwareTokenCommand({ Session }));
  const app = new Authenticator(begun.SecretCode ?? '');
  const verified = await sdk.send(
    new VerifySoftwareTokenCommand({ Session: begun.Session, UserCode: app.next() }),
  );
  expect(verified.Status).toBe('SUCCESS');
  const done = await sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: 'MFA_SETUP',
      Session: verified.Session,
      ChallengeResponses: { USERNAME },
    }),
  );
  expect(done.AuthenticationResult?.AccessToken).toBeTruthy();
  const next = await signInBySdk();
  expect(next).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  expect(next.AuthenticationResult).toBeUndefined();
  const again = await sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: next.Session,
      ChallengeResponses: { USERNAME, SOFTWARE_TOKEN_MFA_CODE: app.next() },
    }),
  );
  expect(again.AuthenticationResult?.AccessToken).toBeTruthy();
});

it('can not be talked out of it', async () => {
  const USERNAME = await newAccount(identity);
  const { body } = await identity.signIn(USERNAME);
  const { Session } = body;
  expect(body).toMatchObject({
    ChallengeName: 'MFA_SETUP',
    ChallengeParameters: { MFAS_CAN_SETUP: '["SOFTWARE_TOKEN_MFA","EMAIL_OTP"]' },
  });
  const ask = async (challenge: string, session = Session) => {
    const answers = { USERNAME, ANSWER: 'EMAIL_OTP', EMAIL_OTP_CODE: '123456' };
    return (await identity.respond(challenge, session, answers)).error;
  };
  expect(await ask('MFA_SETUP')).toContain('InvalidParameterException');
  for (const name of ['EMAIL_OTP', 'SELECT_MFA_TYPE', 'SELECT_CHALLENGE'])
    expect(await ask(name)).toBe(INVALID_SESSION);
  const begun = await identity.call('AssociateSoftwareToken', { Session });
  expect(await ask('MFA_SETUP', begun.body['Session'])).toContain('InvalidParameterException');
  // A new association invalidates the earlier session.
  const second = await identity.call('AssociateSoftwareToken', { Session });
  expect(second.error).toContain('Invalid session');
  // A code from the mailbox is no way round it.
  const choice = await identity.chooseFactor(USERNAME, { PREFERRED_CHALLENGE: 'EMAIL_OTP' });
  expect(choice.body['AvailableChallenges']).toEqual(['PASSWORD', 'PASSWORD_SRP']);
});
