import { stepAt } from '../src/mfa/totp';
import { Authenticator } from './authenticator';
import { signedInPerson, withAuthenticator } from './person';
import {
  INVALID_SESSION,
  LOCKED,
  PASSWORD,
  runningIdentity,
  WEB_CLIENT_ID,
  wrongOf,
} from './running-identity';

/** The rules of second factors, tried one by one. */
const identity = runningIdentity();

/** By password, in the flow in which the user chooses. */
const begin = (email: string) =>
  identity.chooseFactor(email, { PASSWORD, PREFERRED_CHALLENGE: 'PASSWORD' });

type Kind = 'SOFTWARE_TOKEN_MFA' | 'EMAIL_OTP' | 'SMS_MFA';
const answer = (kind: Kind, USERNAME: string, session: unknown, code: string, ClientId?: string) =>
  identity.respond(
    kind,
    session,
    { USERNAME, [`${kind}_CODE`]: code },
    { ...(ClientId && { ClientId }) },
  );
const refusal = async (...given: Parameters<typeof answer>) => (await answer(...given)).error;

const prefer = async (AccessToken: string, settings: object) =>
  (await identity.call('SetUserMFAPreference', { AccessToken, ...settings })).error;

/** Someone with codes by mail as second factor. */
async function withEmailCodes() {
  const person = await signedInPerson(identity);
  await prefer(person.AccessToken, { EmailMfaSettings: { Enabled: true } });
  return person;
}

/** Begins a sign-in and waits for its code, not that of an earlier one. */
async function codeFor(email: string) {
  identity.clearInbox();
  const { Session } = (await begin(email)).body;
  return { Session, code: (await identity.mail('sign-in-code', email)).code };
}

const STEPS_OF_A_DAY = (24 * 60 * 60) / 30;

describe('a code', () => {
  it('is void after five wrong ones, even if it was right', async () => {
    const { email, id } = await withEmailCodes();
    const { Session, code } = await codeFor(email);
    for (let n = 0; n < 5; n += 1)
      expect(await refusal('EMAIL_OTP', email, Session, wrongOf(code))).toMatch(/^CodeMismatch/);
    expect(await refusal('EMAIL_OTP', email, Session, code)).toBe(INVALID_SESSION);
    const attempts = () =>
      identity.sql<{ kind: string; failures: number }>(
        `SELECT kind, failures FROM guess_count WHERE user_id = $1 AND source LIKE 'network.%'`,
        [id],
      );
    expect(await attempts()).toEqual([{ kind: 'second-factor', failures: 5 }]);

    // Locks grow longer regardless of sessions; password attempts are counted separately.
    await identity.sql(`UPDATE guess_count SET locked_until = now() + interval '1 minute'`);
    const locked = await codeFor(email);
    expect(await refusal('EMAIL_OTP', email, locked.Session, locked.code)).toBe(LOCKED);
    await identity.sql(`UPDATE guess_count SET locked_until = now() - interval '1 second'`);
    const { tokens } = await answer('EMAIL_OTP', email, locked.Session, locked.code);
    expect(tokens.AccessToken).toBeTruthy();
    expect(await attempts()).toEqual([]);
  });

  it('works once, for its person, client and step', async () => {
    const { email } = await withEmailCodes();
    const other = await withEmailCodes();
    const { Session, code } = await codeFor(email);
    for (const attempt of [
      refusal('EMAIL_OTP', email, Session, code, WEB_CLIENT_ID),
      refusal('EMAIL_OTP', other.email, Session, code),
      refusal('SMS_MFA', email, Session, code),
      refusal('SOFTWARE_TOKEN_MFA', email, Session, code),
      refusal('EMAIL_OTP', email, 'made-up-session', code),
    ])
      expect(await attempt).toBe(INVALID_SESSION);
    const errors = await Promise.all(
      [1, 2, 3].map(() => refusal('EMAIL_OTP', email, Session, code)),
    );
    expect(errors.filter((error) => error === '')).toHaveLength(1);
    expect(await refusal('EMAIL_OTP', email, Session, code)).toBe(INVALID_SESSION);
  });

  it('is known under the name of the documentation, too', async () => {
    const { email: USERNAME } = await withEmailCodes();
    const { Session, code } = await codeFor(USERNAME);
    const done = await identity.respond('EMAIL_MFA', Session, { USERNAME, EMAIL_MFA_CODE: code });
    expect(done.tokens.AccessToken).toBeTruthy();
  });

  it('is sent ten times an hour and no more', async () => {
    const { email, id } = await withEmailCodes();
    await begin(email);
    await identity.sql('UPDATE code_quota SET used = 10 WHERE user_id = $1', [id]);
    expect((await begin(email)).error).toMatch(/^LimitExceededException/);
  });

  it('reject a hundred concurrent guesses', async () => {
    const { email } = await withEmailCodes();
    const { Session, code } = await codeFor(email);
    const errors = await Promise.all(
      Array.from({ length: 100 }, () => refusal('EMAIL_OTP', email, Session, wrongOf(code))),
    );
    expect(errors).not.toContain('');
    const looked = errors.filter((error) => error.startsWith('CodeMismatch')).length;
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(5);
    expect(await refusal('EMAIL_OTP', email, Session, code)).toMatch(
      /^(NotAuthorized|CodeMismatch|LimitExceeded|TooManyFailedAttempts|ExpiredCode)Exception/,
    );
  });
});

describe('an authenticator app', () => {
  it('takes each code once, even when it comes several times at once', async () => {
    const { email, AccessToken } = await signedInPerson(identity);
    const { body } = await identity.call('AssociateSoftwareToken', { AccessToken });
    const app = new Authenticator(String(body['SecretCode']));
    const verify = (UserCode: string) =>
      identity.call('VerifySoftwareToken', { AccessToken, UserCode });
    expect((await verify(app.next())).body).toMatchObject({ Status: 'SUCCESS' });
    // Proved, it is not pending any more.
    expect((await verify(app.again())).error).toMatch(/^SoftwareTokenMFANotFoundException/);
    await prefer(AccessToken, { SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true } });
    const sessions: unknown[] = [];
    for (let n = 0; n < 3; n += 1) sessions.push((await begin(email)).body['Session']);
    const code = app.next();
    const errors = await Promise.all(
      sessions.map((session) => refusal('SOFTWARE_TOKEN_MFA', email, session, code)),
    );
    const used = 'ExpiredCodeException: Your software token has already been used once.';
    expect(errors.sort()).toEqual(['', used, used]);
  });

  it('whose clock is a day off makes codes of no use; set right, it signs in', async () => {
    const { email, AccessToken } = await signedInPerson(identity);
    const app = await withAuthenticator(identity, AccessToken);
    const { Session } = (await begin(email)).body;
    const now = stepAt(Date.now());
    for (const step of [now - STEPS_OF_A_DAY, now + STEPS_OF_A_DAY])
      expect(await refusal('SOFTWARE_TOKEN_MFA', email, Session, app.at(step))).toMatch(
        /^CodeMismatchException/,
      );
    expect(await refusal('SOFTWARE_TOKEN_MFA', email, Session, app.next())).toBe('');
  });

  it('is not preferred before it is set up, and there is one preference', async () => {
    const { AccessToken } = await signedInPerson(identity);
    const chosen = { Enabled: true, PreferredMfa: true };
    for (const settings of [
      { SoftwareTokenMfaSettings: chosen },
      { SMSMfaSettings: chosen },
      { EmailMfaSettings: { PreferredMfa: true } },
      { EmailMfaSettings: chosen, SMSMfaSettings: chosen },
    ])
      expect(await prefer(AccessToken, settings)).toMatch(/^InvalidParameterException/);
    const { body } = await identity.call('GetUser', { AccessToken });
    expect(body).not.toHaveProperty('UserMFASettingList');
  });
});

it('lists the user’s sign-in methods', async () => {
  const { AccessToken, id: Username } = await signedInPerson(identity);
  const factors = async () => (await identity.call('GetUserAuthFactors', { AccessToken })).body;
  expect(await factors()).toEqual({
    Username,
    ConfiguredUserAuthFactors: ['PASSWORD', 'EMAIL_OTP'],
  });
  await prefer(AccessToken, { EmailMfaSettings: { Enabled: true, PreferredMfa: true } });
  // A second factor would be useless if the mailbox alone were enough.
  expect(await factors()).toEqual({
    Username,
    PreferredMfaSetting: 'EMAIL_OTP',
    UserMFASettingList: ['EMAIL_OTP'],
    ConfiguredUserAuthFactors: ['PASSWORD'],
  });
});
