import { codeOf, stepAt } from '../src/mfa/totp';
import { Authenticator } from './authenticator';
import { confirmedPerson, newEmail, signedInPerson } from './person';
import {
  INVALID_SESSION,
  LIMIT,
  LOCKED,
  runningIdentity,
  type ProtocolAnswer,
} from './running-identity';

/** How many codes are tried, of the million that there are. */
const GUESSES = 10_000;
/** As many at a time as get a connection before fetch gives up, on a busy machine too. */
const AT_ONCE = 50;
/** Number of wrong attempts before a code becomes invalid. */
const TRIES = 5;

const identity = runningIdentity();

/** Tries codes in order, except the correct ones, and counts the responses. */
async function guess(
  right: ReadonlySet<string>,
  attempt: (code: string) => Promise<ProtocolAnswer>,
): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (let from = 0; from < GUESSES; from += AT_ONCE) {
    const codes = Array.from({ length: AT_ONCE }, (_, at) => String(from + at).padStart(6, '0'));
    const wrong = codes.map((code) => (right.has(code) ? '999999' : code));
    for (const { status, error } of await Promise.all(wrong.map(attempt))) {
      expect(status).toBe(400);
      answers[error] = (answers[error] ?? 0) + 1;
    }
  }
  return answers;
}

const answerWith = (challenge: string, session: unknown, USERNAME: string) => (code: string) =>
  identity.respond(challenge, session, { USERNAME, [`${challenge}_CODE`]: code });

const MISMATCH = 'CodeMismatchException: Invalid verification code provided, please try again.';

describe(`${GUESSES} guesses`, () => {
  it('a sign-up code: five attempts are checked, then the code is invalid', async () => {
    const email = newEmail();
    await identity.signUp(email);
    const { code } = await identity.mail('confirm-sign-up', email);
    const confirm = (typed: string) => identity.confirmSignUp(email, typed);
    expect(await guess(new Set([code]), confirm)).toEqual({
      [MISMATCH]: TRIES,
      [LIMIT]: GUESSES - TRIES,
    });
    expect((await confirm(code)).error).toBe(LIMIT);
  }, 1_800_000);

  it('at the code for a new password: the old password stays', async () => {
    const { email } = await confirmedPerson(identity);
    await identity.forgotPassword(email);
    const { code } = await identity.mail('reset-password', email);
    const reset = (typed: string) => identity.resetPassword(email, typed, 'Stolen-horse-1');
    expect(await guess(new Set([code]), reset)).toEqual({
      [MISMATCH]: TRIES,
      [LIMIT]: GUESSES - TRIES,
    });
    expect((await reset(code)).error).toBe(LIMIT);
    expect((await identity.signIn(email)).tokens.AccessToken).toBeTruthy();
  }, 1_800_000);

  it('at a mailed second factor: the sign-in under way is over', async () => {
    const { email, AccessToken } = await signedInPerson(identity);
    await identity.call('SetUserMFAPreference', {
      AccessToken,
      EmailMfaSettings: { Enabled: true, PreferredMfa: true },
    });
    const { Session } = (await identity.signIn(email)).body;
    const { code } = await identity.mail('sign-in-code', email);
    const respond = answerWith('EMAIL_OTP', Session, email);
    const answers = await guess(new Set([code]), respond);
    expectNoSignIn(answers);
    expect((await respond(code)).error).toBe(INVALID_SESSION);
  }, 1_800_000);

  it('at an authenticator app: the sign-in under way is over', async () => {
    const { email, AccessToken } = await signedInPerson(identity);
    const { SecretCode } = (await identity.call('AssociateSoftwareToken', { AccessToken })).body;
    const secret = Authenticator.bytesOf(String(SecretCode));
    const app = new Authenticator(String(SecretCode));
    await identity.call('VerifySoftwareToken', { AccessToken, UserCode: app.next() });
    await identity.call('SetUserMFAPreference', {
      AccessToken,
      SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
    });
    const { Session } = (await identity.signIn(email)).body;
    const respond = answerWith('SOFTWARE_TOKEN_MFA', Session, email);
    // Every code that could come up while the guesses last.
    const now = stepAt(Date.now());
    const coming = new Set(Array.from({ length: 60 }, (_, by) => codeOf(secret, now - 5 + by)));
    expectNoSignIn(await guess(coming, respond));
    expect((await respond(app.next())).error).toBe(INVALID_SESSION);
  }, 1_800_000);
});

/** Only a few attempts were checked; the others were rejected by the lock or the ended sign-in. */
function expectNoSignIn(answers: Record<string, number>) {
  const { [INVALID_SESSION]: over = 0, [LOCKED]: locked = 0, ...looked } = answers;
  const [[name, count] = ['', 0], ...more] = Object.entries(looked);
  expect(name).toContain('CodeMismatchException');
  expect(more).toEqual([]);
  expect(count).toBeLessThanOrEqual(TRIES);
  expect(count + over + locked).toBe(GUESSES);
}
