import {
  AssociateSoftwareTokenCommand,
  type CognitoIdentityProviderClient,
  GetUserAuthFactorsCommand,
  GetUserCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  VerifySoftwareTokenCommand,
  type SetUserMFAPreferenceCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import { stepAt } from '../src/mfa/totp';
import { Authenticator } from './authenticator';
import { confirmedPerson, PASSWORD } from './person';
import {
  PLAIN_CLIENT_ID,
  startIdentity,
  WEB_CLIENT_ID,
  type RunningIdentity,
} from './running-identity';
import { sdkFor } from './sdk-client';

/** The SDK shows each answer as it is, so this is where the rules are tried one by one. */
let identity: RunningIdentity;
let sdk: CognitoIdentityProviderClient;
beforeAll(async () => {
  identity = await startIdentity();
  sdk = sdkFor(identity);
}, 60_000);
afterAll(async () => {
  sdk.destroy();
  await identity.stop();
});

const begin = (USERNAME: string, ClientId = PLAIN_CLIENT_ID) =>
  sdk.send(
    new InitiateAuthCommand({
      ClientId,
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME, PASSWORD, PREFERRED_CHALLENGE: 'PASSWORD' },
    }),
  );

type Kind = 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP' | 'SMS_MFA';
const answer = (
  ChallengeName: Kind,
  USERNAME: string,
  Session: string | undefined,
  code: string,
  ClientId = PLAIN_CLIENT_ID,
) =>
  sdk.send(
    new RespondToAuthChallengeCommand({
      ClientId,
      ChallengeName,
      Session,
      ChallengeResponses: { USERNAME, [`${ChallengeName}_CODE`]: code },
    }),
  );

async function signedIn() {
  const person = await confirmedPerson(identity);
  const { AuthenticationResult } = await begin(person.email);
  return { ...person, AccessToken: AuthenticationResult?.AccessToken };
}

/** Someone with codes by mail as second factor. */
async function withEmailCodes() {
  const person = await signedIn();
  const { AccessToken } = person;
  await prefer({ AccessToken, EmailMfaSettings: { Enabled: true } });
  return person;
}

const prefer = (input: SetUserMFAPreferenceCommandInput) =>
  sdk.send(new SetUserMFAPreferenceCommand(input));

/** Waits for the code of this sign-in, not of an earlier one. */
async function codeFor(email: string, run: () => Promise<{ Session?: string | undefined }>) {
  identity.clearInbox();
  const { Session } = await run();
  return { Session, code: (await identity.mail('sign-in-code', email)).code };
}

const STEPS_OF_A_DAY = (24 * 60 * 60) / 30;
const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

describe('a code', () => {
  it('is void after five wrong ones, even if it was right', async () => {
    const { email, id } = await withEmailCodes();
    const { Session, code } = await codeFor(email, () => begin(email));
    for (let n = 0; n < 5; n += 1)
      await expect(answer('EMAIL_OTP', email, Session, wrongOf(code))).rejects.toMatchObject({
        name: 'CodeMismatchException',
      });
    await expect(answer('EMAIL_OTP', email, Session, code)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid session for the user.',
    });
    const attempts = () =>
      identity.sql<{ kind: string; failures: number }>(
        `SELECT kind, failures FROM guess_count WHERE user_id = $1 AND source LIKE 'network.%'`,
        [id],
      );
    expect(await attempts()).toEqual([{ kind: 'second-factor', failures: 5 }]);

    // Locked for longer and longer, whatever sessions there are; a password is another matter.
    await identity.sql(`UPDATE guess_count SET locked_until = now() + interval '1 minute'`);
    const locked = await codeFor(email, () => begin(email));
    await expect(answer('EMAIL_OTP', email, locked.Session, locked.code)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Password attempts exceeded',
    });
    await identity.sql(`UPDATE guess_count SET locked_until = now() - interval '1 second'`);
    const { AuthenticationResult } = await answer('EMAIL_OTP', email, locked.Session, locked.code);
    expect(AuthenticationResult?.AccessToken).toBeTruthy();
    expect(await attempts()).toEqual([]);
  }, 30_000);

  it('works once, for its person, client and step', async () => {
    const { email } = await withEmailCodes();
    const other = await withEmailCodes();
    const { Session, code } = await codeFor(email, () => begin(email));
    const invalid = { name: 'NotAuthorizedException', message: 'Invalid session for the user.' };
    for (const attempt of [
      answer('EMAIL_OTP', email, Session, code, WEB_CLIENT_ID),
      answer('EMAIL_OTP', other.email, Session, code),
      answer('SMS_MFA', email, Session, code),
      answer('SOFTWARE_TOKEN_MFA', email, Session, code),
      answer('EMAIL_OTP', email, 'made-up-session-of-nobody', code),
    ])
      await expect(attempt).rejects.toMatchObject(invalid);
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => answer('EMAIL_OTP', email, Session, code)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(answer('EMAIL_OTP', email, Session, code)).rejects.toMatchObject(invalid);
  }, 30_000);

  it('is known under the name of the documentation, too', async () => {
    const { email } = await withEmailCodes();
    const { Session, code } = await codeFor(email, () => begin(email));
    const done = await identity.call('RespondToAuthChallenge', {
      ClientId: PLAIN_CLIENT_ID,
      ChallengeName: 'EMAIL_MFA',
      Session,
      ChallengeResponses: { USERNAME: email, EMAIL_MFA_CODE: code },
    });
    expect(done.body).toHaveProperty('AuthenticationResult');
  }, 30_000);

  it('is sent ten times an hour and no more', async () => {
    const { email, id } = await withEmailCodes();
    await begin(email);
    await identity.sql('UPDATE code_quota SET used = 10 WHERE user_id = $1', [id]);
    await expect(begin(email)).rejects.toMatchObject({ name: 'LimitExceededException' });
  }, 30_000);

  it('of a hundred guessed at once lets nobody in', async () => {
    const { email } = await withEmailCodes();
    const { Session, code } = await codeFor(email, () => begin(email));
    const guesses = Array.from({ length: 100 }, () =>
      answer('EMAIL_OTP', email, Session, wrongOf(code)).then(
        () => 'let in',
        (error: Error) => error.name,
      ),
    );
    const names = await Promise.all(guesses);
    expect(names).not.toContain('let in');
    const looked = names.filter((name) => name === 'CodeMismatchException').length;
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(5);
    await expect(answer('EMAIL_OTP', email, Session, code)).rejects.toMatchObject({
      name: expect.stringMatching(
        /^(NotAuthorized|CodeMismatch|LimitExceeded|TooManyFailedAttempts|ExpiredCode)Exception$/,
      ),
    });
  }, 30_000);
});

describe('an authenticator app', () => {
  it('takes each code once, even when it comes several times at once', async () => {
    const { email, AccessToken } = await signedIn();
    const { SecretCode = '' } = await sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    const app = new Authenticator(SecretCode);
    const verify = (UserCode: string) =>
      sdk.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
    expect((await verify(app.next())).Status).toBe('SUCCESS');
    // Proved, it is not pending any more.
    await expect(verify(app.again())).rejects.toMatchObject({
      name: 'SoftwareTokenMFANotFoundException',
    });
    await prefer({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } });
    const sessions = [];
    for (let n = 0; n < 3; n += 1) sessions.push((await begin(email)).Session);
    const code = app.next();
    const outcomes = await Promise.allSettled(
      sessions.map((session) => answer('SOFTWARE_TOKEN_MFA', email, session, code)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      outcomes.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : [])),
    ).toEqual(
      Array(2).fill('ExpiredCodeException: Your software token has already been used once.'),
    );
  }, 30_000);

  it('whose clock is a day off makes codes of no use; set right, it signs in', async () => {
    const { email, AccessToken } = await signedIn();
    const { SecretCode = '' } = await sdk.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    const app = new Authenticator(SecretCode);
    await sdk.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode: app.next() }));
    await prefer({ AccessToken, SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } });
    const { Session } = await begin(email);
    const now = stepAt(Date.now());
    for (const step of [now - STEPS_OF_A_DAY, now + STEPS_OF_A_DAY])
      await expect(
        answer('SOFTWARE_TOKEN_MFA', email, Session, app.at(step)),
      ).rejects.toMatchObject({ name: 'CodeMismatchException' });
    const done = await answer('SOFTWARE_TOKEN_MFA', email, Session, app.next());
    expect(done.AuthenticationResult?.AccessToken).toBeTruthy();
  }, 30_000);

  it('is not preferred before it is set up, and there is one preference', async () => {
    const { AccessToken } = await signedIn();
    const chosen = { Enabled: true, PreferredMfa: true };
    for (const settings of [
      { SoftwareTokenMfaSettings: chosen },
      { SMSMfaSettings: chosen },
      { EmailMfaSettings: { PreferredMfa: true } },
      { EmailMfaSettings: chosen, SMSMfaSettings: chosen },
    ])
      await expect(prefer({ AccessToken, ...settings })).rejects.toMatchObject({
        name: 'InvalidParameterException',
      });
    expect(await sdk.send(new GetUserCommand({ AccessToken }))).not.toHaveProperty(
      'UserMFASettingList',
    );
  });
});

it('tells a person what they can sign in with', async () => {
  const { AccessToken, id } = await signedIn();
  const factors = async () => {
    const { $metadata: _, ...body } = await sdk.send(
      new GetUserAuthFactorsCommand({ AccessToken }),
    );
    return body;
  };
  expect(await factors()).toEqual({
    Username: id,
    ConfiguredUserAuthFactors: ['PASSWORD', 'EMAIL_OTP'],
  });
  await prefer({ AccessToken, EmailMfaSettings: { Enabled: true, PreferredMfa: true } });
  // A second factor would be useless if the mailbox alone were enough.
  expect(await factors()).toEqual({
    Username: id,
    PreferredMfaSetting: 'EMAIL_OTP',
    UserMFASettingList: ['EMAIL_OTP'],
    ConfiguredUserAuthFactors: ['PASSWORD'],
  });
});
