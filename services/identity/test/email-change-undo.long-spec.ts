import { createDatabase } from '@tomekeeper/testing';
import { changedEmail, newEmail, signedInPerson } from './person';
import {
  keyring,
  POOL_ID,
  REVOKED,
  runningIdentity,
  startIdentity,
  WRONG_PASSWORD,
  type RunningIdentity,
} from './running-identity';

/** The old address gets a mail about its change, and can undo it for 72 hours. */
const identity = runningIdentity();

const SPENT = /^ExpiredCodeException: This link/;
const NEW_PASSWORD = 'New-pass-word-2';

const undo = (Token: string, where = identity) => where.call('UndoEmailChange', { Token });
/** Advances time for the links of a user. */
const pass = (userId: string, time: string) =>
  identity.sql(
    `UPDATE email_change_undo SET expires_at = expires_at - $2::interval WHERE user_id = $1`,
    [userId, time],
  );
const addressOf = async (id: string) => {
  const [row] = await identity.sql<{ email: string }>(
    'SELECT email, email_verified, status FROM pool_user WHERE id = $1',
    [id],
  );
  return row;
};

it('restores the old address, ends every session and leads through a reset', async () => {
  const { id, email, AccessToken } = await signedInPerson(identity);
  const other = (await identity.signIn(email)).tokens;
  const thiefs = newEmail();
  const token = await changedEmail(identity, AccessToken, thiefs);
  // Codes that the thief has requested meanwhile become invalid with the undo.
  await identity.forgotPassword(thiefs);
  const { code: stale } = await identity.mail('reset-password', thiefs);

  expect((await undo(token)).body).toEqual({ Email: email });
  expect(await addressOf(id)).toEqual({ email, email_verified: true, status: 'RESET_REQUIRED' });
  for (const session of [AccessToken, other.AccessToken])
    expect((await identity.call('GetUser', { AccessToken: session })).error).toBe(REVOKED);
  expect((await identity.signIn(thiefs)).error).toBe(WRONG_PASSWORD);
  expect((await identity.signIn(email)).error).toMatch(/^PasswordResetRequiredException/);
  await identity.mail('email-change-undone', thiefs);

  const reset = async (code: string) =>
    (await identity.resetPassword(email, code, NEW_PASSWORD)).error;
  expect(await reset(stale)).not.toBe('');
  await identity.forgotPassword(email);
  expect(await reset((await identity.mail('reset-password', email)).code)).toBe('');
  expect((await identity.signIn(email, NEW_PASSWORD)).error).toBe('');
  expect((await undo(token)).error).toMatch(SPENT);
});

it('of two changes the first counts: its link works after the second one did, which it voids', async () => {
  const { id, email, AccessToken } = await signedInPerson(identity);
  const [second, third] = [newEmail(), newEmail()];
  const toFirst = await changedEmail(identity, AccessToken, second);
  const toSecond = await changedEmail(identity, AccessToken, third);
  expect((await undo(toSecond)).body).toEqual({ Email: second });
  expect((await undo(toFirst)).body).toEqual({ Email: email });
  expect(await addressOf(id)).toMatchObject({ email });

  await identity.sql(`UPDATE pool_user SET status = 'CONFIRMED' WHERE id = $1`, [id]);
  const again = (await identity.signIn(email)).tokens;
  const oldest = await changedEmail(identity, again.AccessToken, second);
  const newer = await changedEmail(identity, again.AccessToken, third);
  expect((await undo(oldest)).body).toEqual({ Email: email });
  expect((await undo(newer)).error).toMatch(SPENT);
  expect(await addressOf(id)).toMatchObject({ email });
});

it('works once, even when it is followed twice at the same moment, and for 72 hours', async () => {
  const { AccessToken } = await signedInPerson(identity);
  const token = await changedEmail(identity, AccessToken, newEmail());
  const errors = await Promise.all([undo(token), undo(token), undo(token)]);
  expect(errors.filter(({ error }) => error === '')).toHaveLength(1);
  expect((await undo('made-up')).error).toMatch(SPENT);

  const [late, timely] = [await signedInPerson(identity), await signedInPerson(identity)];
  const links = [
    await changedEmail(identity, late.AccessToken, newEmail()),
    await changedEmail(identity, timely.AccessToken, newEmail()),
  ] as const;
  await pass(late.id, '72 hours');
  expect((await undo(links[0])).error).toMatch(SPENT);
  await pass(timely.id, '71 hours');
  expect((await undo(links[1])).body).toEqual({ Email: timely.email });
});

it('is not held up by a sign-up that waits for the address, but by an account that has it', async () => {
  const { id, email, AccessToken } = await signedInPerson(identity);
  const token = await changedEmail(identity, AccessToken, newEmail());
  await identity.signUp(email);
  expect((await undo(token)).body).toEqual({ Email: email });
  expect(await addressOf(id)).toMatchObject({ email });

  await identity.sql(`UPDATE pool_user SET status = 'CONFIRMED' WHERE id = $1`, [id]);
  const again = (await identity.signIn(email)).tokens;
  const second = await changedEmail(identity, again.AccessToken, newEmail());
  identity.clearInbox();
  await identity.signUp(email);
  await identity.confirmSignUp(email, (await identity.mail('confirm-sign-up', email)).code);
  expect((await undo(second)).error).toMatch(/^AliasExistsException: Another account/);
});

it('can not bring a deleted account back, whose earlier address hears of that too', async () => {
  const { email, AccessToken } = await signedInPerson(identity);
  const token = await changedEmail(identity, AccessToken, newEmail());
  await identity.call('DeleteUser', { AccessToken });
  await identity.mail('account-deleted', email);
  expect((await undo(token)).error).toMatch(SPENT);
});

it('keeps no token that could be read, and outlives the process', async () => {
  const database = await createDatabase('identity');
  const settings = {
    database,
    POOL_KEYS: keyring(),
    MAIL_SEAL_KEYS: keyring(),
    TOKEN_ISSUER: `http://localhost/idp/${POOL_ID}`,
  };
  let running: RunningIdentity = await startIdentity(settings);
  try {
    const { email, AccessToken } = await signedInPerson(running);
    const token = await changedEmail(running, AccessToken, newEmail());
    const rows = await running.sql('SELECT * FROM email_change_undo');
    expect(JSON.stringify(rows)).not.toContain(token);
    await running.stop();
    running = await startIdentity(settings);
    expect((await undo(token, running)).body).toEqual({ Email: email });
  } finally {
    await running.stop();
    await database.drop();
  }
});
