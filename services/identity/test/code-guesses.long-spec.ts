import { codeOf, stepAt } from '../src/mfa/totp';
import { Authenticator } from './authenticator';
import { confirmedPerson, newEmail, PASSWORD } from './person';
import {
  identityForTests,
  PLAIN_CLIENT_ID,
  WEB_CLIENT_ID,
  type ProtocolAnswer,
} from './running-identity';

/** How many codes somebody tries, of the million that there are. */
const GUESSES = 10_000;
/** As many at a time as get a connection before fetch gives up, on a busy machine too. */
const AT_ONCE = 50;
/** What a code survives. */
const TRIES = 5;

const identity = identityForTests();

/** Tries codes, from the first on, that are not among the right ones. What was answered is counted. */
async function guess(
  right: ReadonlySet<string>,
  attempt: (code: string) => Promise<ProtocolAnswer>,
): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (let from = 0; from < GUESSES; from += AT_ONCE) {
    const codes = Array.from({ length: AT_ONCE }, (_, at) => String(from + at).padStart(6, '0'));
    const wrong = codes.map((code) => (right.has(code) ? '999999' : code));
    for (const { status, error } of await Promise.all(wrong.map(attempt))) {
      const answer = `${status} ${error}`;
      answers[answer] = (answers[answer] ?? 0) + 1;
    }
  }
  return answers;
}

const begin = async (email: string) =>
  (
    await identity.call('InitiateAuth', {
      ClientId: PLAIN_CLIENT_ID,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD },
    })
  ).body;
const answerWith = (ChallengeName: string, Session: unknown, email: string) => (code: string) =>
  identity.call('RespondToAuthChallenge', {
    ClientId: PLAIN_CLIENT_ID,
    ChallengeName,
    Session,
    ChallengeResponses: { USERNAME: email, [`${ChallengeName}_CODE`]: code },
  });
async function signedIn() {
  const person = await confirmedPerson(identity);
  const { AccessToken } = (await begin(person.email))['AuthenticationResult'] as {
    AccessToken: string;
  };
  return { ...person, AccessToken };
}

const LIMIT = '400 LimitExceededException: Attempt limit exceeded, please try after some time.';
const MISMATCH = '400 CodeMismatchException: Invalid verification code provided, please try again.';
const NO_SESSION = '400 NotAuthorizedException: Invalid session for the user.';
const LOCKED = '400 NotAuthorizedException: Password attempts exceeded';

describe(`${GUESSES} guesses`, () => {
  it('at the code of a sign-up: five are looked at, then the code is dead', async () => {
    const email = newEmail();
    const client = { ClientId: WEB_CLIENT_ID, Username: email };
    await identity.call('SignUp', { ...client, Password: PASSWORD });
    const { code } = await identity.mail('confirm-sign-up', email);
    const confirm = (ConfirmationCode: string) =>
      identity.call('ConfirmSignUp', { ...client, ConfirmationCode });
    expect(await guess(new Set([code]), confirm)).toEqual({
      [MISMATCH]: TRIES,
      [LIMIT]: GUESSES - TRIES,
    });
    expect(`400 ${(await confirm(code)).error}`).toBe(LIMIT);
  }, 1_800_000);

  it('at the code for a new password: the old password stays', async () => {
    const { email } = await confirmedPerson(identity);
    const client = { ClientId: WEB_CLIENT_ID, Username: email };
    await identity.call('ForgotPassword', client);
    const { code } = await identity.mail('reset-password', email);
    const reset = (ConfirmationCode: string) =>
      identity.call('ConfirmForgotPassword', {
        ...client,
        ConfirmationCode,
        Password: 'Stolen-horse-1',
      });
    expect(await guess(new Set([code]), reset)).toEqual({
      [MISMATCH]: TRIES,
      [LIMIT]: GUESSES - TRIES,
    });
    expect(`400 ${(await reset(code)).error}`).toBe(LIMIT);
    expect(await begin(email)).toHaveProperty('AuthenticationResult');
  }, 1_800_000);

  it('at a mailed second factor: the sign-in under way is over', async () => {
    const { email, AccessToken } = await signedIn();
    await identity.call('SetUserMFAPreference', {
      AccessToken,
      EmailMfaSettings: { Enabled: true, PreferredMfa: true },
    });
    const { Session } = await begin(email);
    const { code } = await identity.mail('sign-in-code', email);
    const respond = answerWith('EMAIL_OTP', Session, email);
    const answers = await guess(new Set([code]), respond);
    expectNoSignIn(answers);
    expect(`400 ${(await respond(code)).error}`).toBe(NO_SESSION);
  }, 1_800_000);

  it('at an authenticator app: the sign-in under way is over', async () => {
    const { email, AccessToken } = await signedIn();
    const { SecretCode } = (await identity.call('AssociateSoftwareToken', { AccessToken })).body;
    const secret = Authenticator.bytesOf(String(SecretCode));
    const app = new Authenticator(String(SecretCode));
    await identity.call('VerifySoftwareToken', { AccessToken, UserCode: app.next() });
    await identity.call('SetUserMFAPreference', {
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    });
    const { Session } = await begin(email);
    const respond = answerWith('SOFTWARE_TOKEN_MFA', Session, email);
    // Every code that could come up while the guesses last.
    const now = stepAt(Date.now());
    const coming = new Set(Array.from({ length: 60 }, (_, by) => codeOf(secret, now - 5 + by)));
    expectNoSignIn(await guess(coming, respond));
    expect(`400 ${(await respond(app.next())).error}`).toBe(NO_SESSION);
  }, 1_800_000);
});

/** At most a handful was looked at; the lock and the end of the sign-in answered the others. */
function expectNoSignIn(answers: Record<string, number>) {
  const { [NO_SESSION]: over = 0, [LOCKED]: locked = 0, ...looked } = answers;
  const [[name, count] = ['', 0], ...more] = Object.entries(looked);
  expect(name).toContain('400 CodeMismatchException');
  expect(more).toEqual([]);
  expect(count).toBeLessThanOrEqual(TRIES);
  expect(count + over + locked).toBe(GUESSES);
}
