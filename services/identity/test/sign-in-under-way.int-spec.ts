import { eventually } from '@tomekeeper/testing';
import { Client } from 'pg';
import { UserSessions } from '../src/sessions/user-sessions';
import { ChallengeStore } from '../src/sign-in/pending-challenges';
import { Authenticator } from './authenticator';
import { accessTokenOf, changedEmail, confirmedPerson, newEmail, PASSWORD } from './person';
import {
  PLAIN_CLIENT_ID,
  startIdentity,
  WEB_CLIENT_ID,
  type RunningIdentity,
} from './running-identity';

/** A sign-in with what counted before is still on its way when the owner ends all sessions. */
let identity: RunningIdentity;
let other: Client;
beforeAll(async () => {
  identity = await startIdentity();
  other = new Client({ connectionString: identity.database.adminUrl });
  await other.connect();
  await other.query('SET search_path = identity');
}, 60_000);
afterAll(async () => {
  await other.end();
  await identity.stop();
});

const NEW_PASSWORD = 'Another-horse-2';

const signIn = (email: string) =>
  identity.call('InitiateAuth', {
    ClientId: PLAIN_CLIENT_ID,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD },
  });

const activeSessions = (id: string) =>
  identity.sql('SELECT 1 FROM user_session WHERE user_id = $1 AND revoked_at IS NULL', [id]);

/** What the owner does to be alone in their account. Made ready first, as that takes a sign-in. */
type OwnersAct = (email: string) => Promise<() => Promise<{ error: string }>>;
const acts: Record<string, OwnersAct> = {
  'a reset by code': async (email) => {
    const client = { ClientId: WEB_CLIENT_ID, Username: email };
    await identity.call('ForgotPassword', client);
    const { code } = await identity.mail('reset-password', email);
    const request = { ...client, ConfirmationCode: code, Password: NEW_PASSWORD };
    return () => identity.call('ConfirmForgotPassword', request);
  },
  'a changed password': async (email) => {
    const AccessToken = await accessTokenOf(identity, email);
    const passwords = { PreviousPassword: PASSWORD, ProposedPassword: NEW_PASSWORD };
    return () => identity.call('ChangePassword', { AccessToken, ...passwords });
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

/** Where one call waits until it is let go. The call itself does what it does. */
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

it.each(Object.keys(acts))(
  'a password that was judged before starts no session after %s',
  async (name) => {
    const { id, email } = await confirmedPerson(identity);
    const act = await acts[name]?.(email);
    const [account] = await identity.sql<{ email: string }>(
      'SELECT email FROM pool_user WHERE id = $1',
      [id],
    );
    const start = barrier();
    const sessions = identity.app.get(UserSessions);
    const startSession = sessions.start.bind(sessions);
    jest
      .spyOn(sessions, 'start')
      .mockImplementationOnce((...args) => start.pass(() => startSession(...args)));
    const answer = signIn(account?.email ?? '');
    await start.arrival;
    expect((await act?.())?.error).toBe('');
    start.letGo();
    expect((await answer).error).toBe('NotAuthorizedException: Incorrect username or password.');
    // Only the one in which the owner changed their password.
    expect(await activeSessions(id)).toHaveLength(name === 'a changed password' ? 1 : 0);
  },
  30_000,
);

/** Begins a sign-in up to its last step. @returns the answer that ends it */
const lastSteps: Record<string, (email: string, AccessToken: string) => Promise<LastStep>> = {
  'an authenticator app': async (email, AccessToken) => {
    const { body } = await identity.call('AssociateSoftwareToken', { AccessToken });
    const app = new Authenticator(String(body['SecretCode']));
    await identity.call('VerifySoftwareToken', { AccessToken, UserCode: app.next() });
    const SoftwareTokenMfaSettings = { Enabled: true };
    await identity.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
    const { Session } = (await signIn(email)).body;
    return { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session, code: app.next() };
  },
  'a mailed code': async (email, AccessToken) => {
    const EmailMfaSettings = { Enabled: true };
    await identity.call('SetUserMFAPreference', { AccessToken, EmailMfaSettings });
    const { Session } = (await signIn(email)).body;
    const { code } = await identity.mail('sign-in-code', email);
    return { ChallengeName: 'EMAIL_OTP', Session, code };
  },
  'a mailed code alone': async (email) => {
    const { body } = await identity.call('InitiateAuth', {
      ClientId: WEB_CLIENT_ID,
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME: email, PREFERRED_CHALLENGE: 'EMAIL_OTP' },
    });
    const { code } = await identity.mail('sign-in-code', email);
    const { Session } = body;
    return { ChallengeName: 'EMAIL_OTP', Session, code, ClientId: WEB_CLIENT_ID };
  },
};
type LastStep = { ChallengeName: string; Session: unknown; code: string; ClientId?: string };

it.each(Object.keys(lastSteps))(
  '%s that was judged before starts no session after signing out everywhere',
  async (name) => {
    const { id, email } = await confirmedPerson(identity);
    const AccessToken = await accessTokenOf(identity, email);
    const begun = await lastSteps[name]?.(email, AccessToken);
    const { ChallengeName = '', Session, code, ClientId = PLAIN_CLIENT_ID } = begun ?? {};
    const start = barrier();
    const sessions = identity.app.get(UserSessions);
    const startSession = sessions.start.bind(sessions);
    jest
      .spyOn(sessions, 'start')
      .mockImplementationOnce((...args) => start.pass(() => startSession(...args)));
    const answer = identity.call('RespondToAuthChallenge', {
      ClientId,
      ChallengeName,
      Session,
      ChallengeResponses: { USERNAME: email, [`${ChallengeName}_CODE`]: code },
    });
    await Promise.race([start.arrival, answer]);
    expect((await identity.call('GlobalSignOut', { AccessToken })).error).toBe('');
    start.letGo();
    expect((await answer).error).toMatch(/^NotAuthorizedException/);
    expect(await activeSessions(id)).toEqual([]);
  },
  30_000,
);

it('the start of a session waits for whoever is ending them all', async () => {
  const { id, email } = await confirmedPerson(identity);
  await other.query('BEGIN');
  await other.query('UPDATE pool_user SET credential_epoch = credential_epoch + 1 WHERE id = $1', [
    id,
  ]);
  const answer = signIn(email);
  await eventually(async () => {
    const waiting = await identity.sql(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR SHARE%'",
    );
    return waiting.length > 0 || undefined;
  });
  await other.query('COMMIT');
  expect((await answer).error).toBe('NotAuthorizedException: Incorrect username or password.');
  expect(await activeSessions(id)).toEqual([]);
  expect((await signIn(email)).error).toBe('');
}, 30_000);

it('a next step that was still being opened leads nowhere', async () => {
  const { id, email } = await confirmedPerson(identity);
  const AccessToken = await accessTokenOf(identity, email);
  const { body } = await identity.call('AssociateSoftwareToken', { AccessToken });
  const app = new Authenticator(String(body['SecretCode']));
  await identity.call('VerifySoftwareToken', { AccessToken, UserCode: app.next() });
  const SoftwareTokenMfaSettings = { Enabled: true };
  await identity.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings });
  const open = barrier();
  const steps = identity.app.get(ChallengeStore);
  const openStep = steps.open.bind(steps);
  jest.spyOn(steps, 'open').mockImplementationOnce((...args) => open.pass(() => openStep(...args)));
  const answer = signIn(email);
  await open.arrival;
  await identity.call('GlobalSignOut', { AccessToken });
  open.letGo();
  const answered = await identity.call('RespondToAuthChallenge', {
    ClientId: PLAIN_CLIENT_ID,
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session: (await answer).body['Session'],
    ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: app.next() },
  });
  expect(answered.error).toBe('NotAuthorizedException: Invalid session for the user.');
  expect(await activeSessions(id)).toEqual([]);
}, 30_000);

it('an account that must set a new password has no use of tokens of before', async () => {
  const { id, email } = await confirmedPerson(identity);
  const { body } = await signIn(email);
  const tokens = body['AuthenticationResult'] as { AccessToken: string; RefreshToken: string };
  await identity.sql("UPDATE pool_user SET status = 'RESET_REQUIRED' WHERE id = $1", [id]);
  const { AccessToken, RefreshToken } = tokens;
  const refused = /^PasswordResetRequiredException/;
  expect((await identity.call('GetUser', { AccessToken })).error).toMatch(refused);
  const refresh = { ClientId: PLAIN_CLIENT_ID, RefreshToken };
  expect((await identity.call('GetTokensFromRefreshToken', refresh)).error).toMatch(refused);
});

it('keeps nothing that a stranger typed at a sign-up when the owner sets a password by code', async () => {
  const email = newEmail();
  const client = { ClientId: WEB_CLIENT_ID, Username: email };
  const { body } = await identity.call('SignUp', {
    ...client,
    Password: PASSWORD,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'given_name', Value: 'Stranger' },
      { Name: 'family_name', Value: 'Danger' },
      { Name: 'phone_number', Value: '+15550100' },
    ],
  });
  await identity.call('ForgotPassword', client);
  const { code: ConfirmationCode } = await identity.mail('reset-password', email);
  const request = { ...client, ConfirmationCode, Password: NEW_PASSWORD };
  expect((await identity.call('ConfirmForgotPassword', request)).error).toBe('');
  expect(
    await identity.sql(
      'SELECT given_name, family_name, phone_number FROM pool_user WHERE id = $1',
      [body['UserSub']],
    ),
  ).toEqual([{ given_name: '', family_name: '', phone_number: '' }]);
});
