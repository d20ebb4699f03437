import { MAX_EARLIER_ADDRESSES } from '@tomekeeper/contracts-identity';
import { eventually } from '@tomekeeper/testing';
import { UserDirectory } from '../src/directory/directory.controller';
import { changedEmail, confirmedPerson, newEmail, signedInPerson } from './person';
import { runningIdentity } from './running-identity';

/** Deleting an account also deletes data in other services for all earlier addresses of the account. */
const identity = runningIdentity();

const deleteAccount = (AccessToken: string) => identity.call('DeleteUser', { AccessToken });
const erased = (email: string) =>
  eventually(() => identity.erasedAddresses.includes(email) || undefined);
const earlierOf = async (id: string) =>
  (await identity.app.get(UserDirectory).profile(id))?.earlier_emails;
/** Waits for all earlier deletions: events of one queue are processed in order. */
async function allErasuresAreHeard() {
  const { email, AccessToken } = await signedInPerson(identity);
  await deleteAccount(AccessToken);
  await erased(email);
}

it('deleting an account erases its earlier addresses everywhere, long after the changes', async () => {
  const { id, email: first, AccessToken } = await signedInPerson(identity);
  const [second, third] = [newEmail(), newEmail()];
  await changedEmail(identity, AccessToken, second);
  await changedEmail(identity, AccessToken, third);
  await identity.sql('DELETE FROM email_change_undo WHERE user_id = $1', [id]);
  expect(await earlierOf(id)).toEqual([second, first]);
  identity.clearInbox();
  expect((await deleteAccount(AccessToken)).error).toBe('');
  for (const email of [first, second, third]) await erased(email);
  await identity.mail('account-deleted', third);
  // The undo links have expired, so these mailboxes may belong to other people.
  for (const email of [first, second]) expect(identity.mailsTo(email)).toEqual([]);
  expect(await identity.sql('SELECT 1 FROM earlier_address WHERE user_id = $1', [id])).toEqual([]);
});

it('leaves an earlier address alone that another account has by then, mails included', async () => {
  const { email: first, AccessToken } = await signedInPerson(identity);
  const [second, third] = [newEmail(), newEmail()];
  await changedEmail(identity, AccessToken, second);
  await changedEmail(identity, AccessToken, third);
  const next = await confirmedPerson(identity, { email: first });
  // An unverified sign-up proves no ownership of the address.
  await identity.signUp(second, 'Stranger-horse-1');
  identity.clearInbox();
  await deleteAccount(AccessToken);
  for (const email of [second, third]) await erased(email);
  await identity.mail('account-deleted', third);
  await allErasuresAreHeard();
  expect(identity.erasedAddresses).not.toContain(first);
  expect(identity.mailsTo(first)).toEqual([]);
  expect(await earlierOf(next.id)).toEqual([]);
});

it('an attacker’s address is not attributed to the owner after an undo', async () => {
  const { id, email, AccessToken } = await signedInPerson(identity);
  const before = newEmail();
  await changedEmail(identity, AccessToken, before);
  const [thiefs, thiefsOther] = [newEmail(), newEmail()];
  const undoToken = await changedEmail(identity, AccessToken, thiefs);
  await changedEmail(identity, AccessToken, thiefsOther);
  expect((await identity.call('UndoEmailChange', { Token: undoToken })).error).toBe('');
  expect(await earlierOf(id)).toEqual([email]);
});

it('keeps a limited number, and erases the data of the oldest before dropping it', async () => {
  const { id, email, AccessToken } = await signedInPerson(identity);
  await identity.sql(
    `INSERT INTO earlier_address (user_id, email, left_at)
     SELECT $1, 'older' || n || $2, now() - make_interval(days => n)
       FROM generate_series(1, ${MAX_EARLIER_ADDRESSES}) n`,
    [id, email],
  );
  await changedEmail(identity, AccessToken, newEmail());
  const kept = (await earlierOf(id)) ?? [];
  expect(kept).toHaveLength(MAX_EARLIER_ADDRESSES);
  expect(kept[0]).toBe(email);
  await erased(`older${MAX_EARLIER_ADDRESSES}${email}`);
  expect(identity.erasedAddresses).not.toContain(kept.at(-1));
});
