import { createDatabase } from '@tomekeeper/testing';
import { changedEmail, confirmedPerson, newEmail, PASSWORD } from './person';
import {
  identityForTests,
  keyring,
  PLAIN_CLIENT_ID,
  POOL_ID,
  startIdentity,
  type RunningIdentity,
} from './running-identity';

/** The old address gets a mail about its change, and can undo it for 72 hours. */
const identity = identityForTests();

const SPENT = /^ExpiredCodeException: This link/;
const NEW_PASSWORD = 'New-pass-word-2';

async function signIn(email: string, password = PASSWORD, where = identity) {
  const { body, error } = await where.call('InitiateAuth', {
    ClientId: PLAIN_CLIENT_ID,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
  const { AccessToken = '' } = (body['AuthenticationResult'] ?? {}) as { AccessToken?: string };
  return { AccessToken, error };
}

const undo = (Token: string, where = identity) => where.call('UndoEmailChange', { Token });
const addressOf = async (id: string) => {
  const [row] = await identity.sql<{ email: string }>(
    'SELECT email, email_verified, status FROM pool_user WHERE id = $1',
    [id],
  );
  return row;
};

it('restores the old address, ends every session and leads through a reset', async () => {
  const { id, email } = await confirmedPerson(identity);
  const { AccessToken } = await signIn(email);
  const other = await signIn(email);
  const thiefs = newEmail();
  const token = await changedEmail(identity, AccessToken, thiefs);
  // Codes that the thief has requested meanwhile become invalid with the undo.
  await identity.call('ForgotPassword', { ClientId: PLAIN_CLIENT_ID, Username: thiefs });
  const { code: stale } = await identity.mail('reset-password', thiefs);

  expect((await undo(token)).body).toEqual({ Email: email });
  expect(await addressOf(id)).toEqual({ email, email_verified: true, status: 'RESET_REQUIRED' });
  for (const session of [AccessToken, other.AccessToken])
    expect((await identity.call('GetUser', { AccessToken: session })).error).toMatch(/revoked/);
  expect((await signIn(thiefs)).error).toMatch(/^NotAuthorizedException: Incorrect/);
  expect((await signIn(email)).error).toMatch(/^PasswordResetRequiredException/);
  await identity.mail('email-change-undone', thiefs);

  const reset = (ConfirmationCode: string) =>
    identity.call('ConfirmForgotPassword', {
      ClientId: PLAIN_CLIENT_ID,
      Username: email,
      ConfirmationCode,
      Password: NEW_PASSWORD,
    });
  expect((await reset(stale)).error).not.toBe('');
  await identity.call('ForgotPassword', { ClientId: PLAIN_CLIENT_ID, Username: email });
  expect((await reset((await identity.mail('reset-password', email)).code)).error).toBe('');
  expect((await signIn(email, NEW_PASSWORD)).error).toBe('');
  expect((await undo(token)).error).toMatch(SPENT);
}, 30_000);

it('of two changes the first counts: its link works after the second one did, which it voids', async () => {
  const { id, email } = await confirmedPerson(identity);
  const { AccessToken } = await signIn(email);
  const [second, third] = [newEmail(), newEmail()];
  const toFirst = await changedEmail(identity, AccessToken, second);
  const toSecond = await changedEmail(identity, AccessToken, third);
  expect((await undo(toSecond)).body).toEqual({ Email: second });
  expect((await undo(toFirst)).body).toEqual({ Email: email });
  expect(await addressOf(id)).toMatchObject({ email });

  await identity.sql(`UPDATE pool_user SET status = 'CONFIRMED' WHERE id = $1`, [id]);
  const again = await signIn(email);
  const oldest = await changedEmail(identity, again.AccessToken, second);
  const newer = await changedEmail(identity, again.AccessToken, third);
  expect((await undo(oldest)).body).toEqual({ Email: email });
  expect((await undo(newer)).error).toMatch(SPENT);
  expect(await addressOf(id)).toMatchObject({ email });
}, 30_000);

it('works once, even when it is followed twice at the same moment, and for 72 hours', async () => {
  const { email } = await confirmedPerson(identity);
  const { AccessToken } = await signIn(email);
  const token = await changedEmail(identity, AccessToken, newEmail());
  const errors = await Promise.all([undo(token), undo(token), undo(token)]);
  expect(errors.filter(({ error }) => error === '')).toHaveLength(1);
  expect((await undo('made-up')).error).toMatch(SPENT);

  const other = await confirmedPerson(identity);
  const session = await signIn(other.email);
  const link = await changedEmail(identity, session.AccessToken, newEmail());
  const pass = (hours: number) =>
    identity.sql(
      `UPDATE email_change_undo SET expires_at = expires_at - make_interval(hours => $2)
        WHERE user_id = $1`,
      [other.id, hours],
    );
  await pass(72);
  expect((await undo(link)).error).toMatch(SPENT);
}, 30_000);

it('still works after 71 hours', async () => {
  const { id, email } = await confirmedPerson(identity);
  const { AccessToken } = await signIn(email);
  const token = await changedEmail(identity, AccessToken, newEmail());
  await identity.sql(
    `UPDATE email_change_undo SET expires_at = expires_at - interval '71 hours' WHERE user_id = $1`,
    [id],
  );
  expect((await undo(token)).body).toEqual({ Email: email });
});

it('is not held up by a sign-up that waits for the address, but by an account that has it', async () => {
  const { id, email } = await confirmedPerson(identity);
  const { AccessToken } = await signIn(email);
  const token = await changedEmail(identity, AccessToken, newEmail());
  const squatter = { ClientId: PLAIN_CLIENT_ID, Username: email, Password: PASSWORD };
  await identity.call('SignUp', squatter);
  expect((await undo(token)).body).toEqual({ Email: email });
  expect(await addressOf(id)).toMatchObject({ email });

  await identity.sql(`UPDATE pool_user SET status = 'CONFIRMED' WHERE id = $1`, [id]);
  const again = await signIn(email);
  const second = await changedEmail(identity, again.AccessToken, newEmail());
  identity.clearInbox();
  await identity.call('SignUp', squatter);
  const { code } = await identity.mail('confirm-sign-up', email);
  await identity.call('ConfirmSignUp', {
    ClientId: PLAIN_CLIENT_ID,
    Username: email,
    ConfirmationCode: code,
  });
  expect((await undo(second)).error).toMatch(/^AliasExistsException: Another account/);
}, 30_000);

it('can not bring a deleted account back, whose earlier address hears of that too', async () => {
  const { email } = await confirmedPerson(identity);
  const { AccessToken } = await signIn(email);
  const token = await changedEmail(identity, AccessToken, newEmail());
  await identity.call('DeleteUser', { AccessToken });
  await identity.mail('account-deleted', email);
  expect((await undo(token)).error).toMatch(SPENT);
}, 30_000);

it('keeps no token that could be read, and outlives the process', async () => {
  const database = await createDatabase('identity');
  const settings = {
    POOL_KEYS: keyring(),
    MAIL_SEAL_KEYS: keyring(),
    TOKEN_ISSUER: `http://localhost/idp/${POOL_ID}`,
  };
  let running: RunningIdentity = await startIdentity(settings, database);
  try {
    const { email } = await confirmedPerson(running);
    const { AccessToken } = await signIn(email, PASSWORD, running);
    const token = await changedEmail(running, AccessToken, newEmail());
    const rows = await running.sql('SELECT * FROM email_change_undo');
    expect(JSON.stringify(rows)).not.toContain(token);
    await running.stop();
    running = await startIdentity(settings, database);
    expect((await undo(token, running)).body).toEqual({ Email: email });
  } finally {
    await running.stop();
    await database.drop();
  }
}, 60_000);
