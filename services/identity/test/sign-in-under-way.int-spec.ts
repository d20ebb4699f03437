import { eventually } from '@tomekeeper/testing';
import { Client } from 'pg';
import { UserSessions } from '../src/sessions/user-sessions';
import { ChallengeStore } from '../src/sign-in/pending-challenges';
import {
  accessTokenOf,
  changedEmail,
  confirmedPerson,
  newEmail,
  resetByMail,
  signedInPerson,
  withAuthenticator,
} from './person';
import { INVALID_SESSION, PASSWORD, runningIdentity, WRONG_PASSWORD } from './running-identity';

/** A sign-in that was started with old credentials is still in progress when the owner ends all sessions. */
let other: Client;
// Before the service and its database end.
afterAll(() => other.end());
const identity = runningIdentity({
  async prepare({ database }) {
    other = new Client({ connectionString: database.adminUrl });
    await other.connect();
    await other.query('SET search_path = identity');
  },
});

const NEW_PASSWORD = 'Another-horse-2';

const activeSessions = (id: string) =>
  identity.sql('SELECT 1 FROM user_session WHERE user_id = $1 AND revoked_at IS NULL', [id]);

/**
 * Actions that an owner takes to lock others out of the account. Prepared in advance, because they require a
 * sign-in.
 */
type OwnersAct = (email: string) => Promise<() => Promise<{ error: string }>>;
const acts: Record<string, OwnersAct> = {
  'a reset by code': async (email) => {
    await identity.forgotPassword(email);
    const { code } = await identity.mail('reset-password', email);
    return () => identity.resetPassword(email, code, NEW_PASSWORD);
  },
  'a changed password': async (email) => {
    const AccessToken = await accessTokenOf(identity, email);
    return () => identity.changePassword(AccessToken, PASSWORD, NEW_PASSWORD);
  },
  'signing out everywhere': async (email) => {
    const AccessToken = await accessTokenOf(identity, email);
    return () => identity.call('GlobalSignOut', { AccessToken });
  },
  'an undone change of the address': async (email) => {
    const AccessToken = await accessTokenOf(identity, email);
    const Token = await changedEmail(identity, AccessToken, newEmail());
    return () => identity.call('UndoEmailChange', { Token });
  },
};

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** Blocks one call until it is released. The call itself is not changed. */
function barrier() {
  const arrival = deferred();
  const gate = deferred();
  return {
    arrival: arrival.promise,
    letGo: () => {
      gate.resolve();
    },
    pass: async <Result>(call: () => Promise<Result>): Promise<Result> => {
      arrival.resolve();
      await gate.promise;
      return call();
    },
  };
}

/** The next call of this method waits at a barrier. */
function holdUp<Part extends object, Method extends keyof Part & string>(
  part: Part,
  method: Method,
) {
  const held = barrier();
  const original = (part[method] as (...given: unknown[]) => Promise<unknown>).bind(part);
  jest
    .spyOn(part as Record<string, () => Promise<unknown>>, method)
    .mockImplementationOnce((...given: unknown[]) => held.pass(() => original(...given)));
  return held;
}
const holdUpNextSession = () => holdUp(identity.app.get(UserSessions), 'start');

it.each(Object.keys(acts))(
  'a password that was judged before starts no session after %s',
  async (name) => {
    const { id, email } = await confirmedPerson(identity);
    const act = await acts[name]?.(email);
    const [account] = await identity.sql<{ email: string }>(
      'SELECT email FROM pool_user WHERE id = $1',
      [id],
    );
    const start = holdUpNextSession();
    const answer = identity.signIn(account?.email ?? '');
    await start.arrival;
    expect((await act?.())?.error).toBe('');
    start.letGo();
    expect((await answer).error).toBe(WRONG_PASSWORD);
    // Only the session in which the owner changed the password.
    expect(await activeSessions(id)).toHaveLength(name === 'a changed password' ? 1 : 0);
  },
  30_000,
);

/** Begins a sign-in up to its last step. */
const lastSteps: Record<string, (email: string, AccessToken: string) => Promise<LastStep>> = {
  'an authenticator app': async (email, AccessToken) => {
    const app = await withAuthenticator(identity, AccessToken);
    const { Session } = (await identity.signIn(email)).body;
    return { challenge: 'SOFTWARE_TOKEN_MFA', Session, code: app.next() };
  },
  'a mailed code': async (email, AccessToken) => {
    const EmailMfaSettings = { Enabled: true };
    await identity.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings });
    const { Session } = (await identity.signIn(email)).body;
    const { code } = await identity.mail('sign-in-code', email);
    return { challenge: 'EMAIL_OTP', Session, code };
  },
  'a mailed code alone': async (email) => {
    const { body } = await identity.chooseFactor(email, { PREFERRED_CHALLENGE: 'EMAIL_OTP' });
    const { code } = await identity.mail('sign-in-code', email);
    return { challenge: 'EMAIL_OTP', Session: body['Session'], code };
  },
};
interface LastStep {
  challenge: string;
  Session: unknown;
  code: string;
}
const answerTo = (USERNAME: string, { challenge, Session, code }: LastStep) =>
  identity.respond(challenge, Session, { USERNAME, [`${challenge}_CODE`]: code });

it.each(Object.keys(lastSteps))(
  '%s that was judged before starts no session after signing out everywhere',
  async (name) => {
    const { id, email, AccessToken } = await signedInPerson(identity);
    const begun = await lastSteps[name]?.(email, AccessToken);
    const start = holdUpNextSession();
    const answer = answerTo(email, begun as LastStep);
    await Promise.race([start.arrival, answer]);
    expect((await identity.call('GlobalSignOut', { AccessToken })).error).toBe('');
    start.letGo();
    expect((await answer).error).toMatch(/^NotAuthorizedException/);
    expect(await activeSessions(id)).toEqual([]);
  },
  30_000,
);

it('the start of a session waits for the end of all of them', async () => {
  const { id, email } = await confirmedPerson(identity);
  await other.query('BEGIN');
  await other.query('UPDATE pool_user SET credential_epoch = credential_epoch + 1 WHERE id = $1', [
    id,
  ]);
  const answer = identity.signIn(email);
  await eventually(async () => {
    const waiting = await identity.sql(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR SHARE%'",
    );
    return waiting.length > 0 || undefined;
  });
  await other.query('COMMIT');
  expect((await answer).error).toBe(WRONG_PASSWORD);
  expect(await activeSessions(id)).toEqual([]);
  expect((await identity.signIn(email)).error).toBe('');
});

it('a next step that was still being opened leads nowhere', async () => {
  const { id, email, AccessToken } = await signedInPerson(identity);
  const app = await withAuthenticator(identity, AccessToken);
  const open = holdUp(identity.app.get(ChallengeStore), 'open');
  const answer = identity.signIn(email);
  await open.arrival;
  await identity.call('GlobalSignOut', { AccessToken });
  open.letGo();
  const { Session } = (await answer).body;
  const step = { challenge: 'SOFTWARE_TOKEN_MFA', Session, code: app.next() };
  expect((await answerTo(email, step)).error).toBe(INVALID_SESSION);
  expect(await activeSessions(id)).toEqual([]);
});

it.each(['a reset that keeps factors', 'a changed password', 'signing out everywhere'])(
  'a step that was open before leads nowhere after %s',
  async (how) => {
    const { email, AccessToken } = await signedInPerson(identity);
    const app = await withAuthenticator(identity, AccessToken);
    // Someone who knows the earlier password has shown it, and pauses before the next step.
    const { Session, ChallengeName: challenge } = (await identity.signIn(email)).body;
    expect(challenge).toBe('SOFTWARE_TOKEN_MFA');
    if (how === 'signing out everywhere') await identity.call('GlobalSignOut', { AccessToken });
    else if (how === 'a changed password')
      await identity.changePassword(AccessToken, PASSWORD, NEW_PASSWORD);
    else await resetByMail(identity, email, NEW_PASSWORD, { keep_factors: 'true' });
    const step = { challenge: 'SOFTWARE_TOKEN_MFA', Session, code: app.next() };
    expect((await answerTo(email, step)).error).toBe(INVALID_SESSION);
  },
);

it('an account that must set a new password has no use of tokens of before', async () => {
  const { id, AccessToken, RefreshToken } = await signedInPerson(identity);
  await identity.sql("UPDATE pool_user SET status = 'RESET_REQUIRED' WHERE id = $1", [id]);
  for (const { error } of [
    await identity.call('GetUser', { AccessToken }),
    await identity.refresh(RefreshToken),
  ])
    expect(error).toMatch(/^PasswordResetRequiredException/);
});
