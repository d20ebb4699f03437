import { randomBytes } from 'node:crypto';
import { INVITE_SEAL_PURPOSE, invitedPersonConfirmed } from '@tomekeeper/contracts-identity';
import { UnitOfWork } from '@tomekeeper/persistence';
import { eventually, watchEvents } from '@tomekeeper/testing';
import { AccountDeletion } from '../src/erasure/account-deletion';
import { PoolUsers } from '../src/users/pool-users';
import { Sweep } from '../src/sweep/sweep';
import { newEmail, resetByMail } from './person';
import { keyring, PASSWORD, runningIdentity } from './running-identity';

/** A sign-up keeps the invite that it started from until its address is confirmed. */
const MAIL_SEAL_KEYS = keyring();
const identity = runningIdentity({ MAIL_SEAL_KEYS });

const newToken = () => randomBytes(32).toString('base64url');
let published: ReturnType<typeof watchEvents<{ person_id: string; sealed: string }>>;
beforeAll(() => {
  published = watchEvents(identity.app.get(UnitOfWork), invitedPersonConfirmed);
});

/** Signs up, with an invite if there is one. */
async function signUp(email: string, invite?: string, password = PASSWORD) {
  const metadata = { sign_up_session: newToken(), ...(invite && { invite }) };
  const { body, error } = await identity.signUp(email, password, { ClientMetadata: metadata });
  expect(error).toBe('');
  const { sign_up_session } = metadata;
  return { id: String(body['UserSub']), ClientMetadata: { sign_up_session } };
}
/** Confirmation mails to the address, oldest first. */
const mailsTo = (email: string, count = 1) =>
  eventually(() => {
    const mails = identity
      .mailsTo(email)
      .flatMap((mail) => (mail.template === 'confirm-sign-up' ? [mail] : []));
    return mails.length >= count ? mails : undefined;
  });
const codeTo = async (email: string, place = 0) =>
  (await mailsTo(email, place + 1))[place]?.code ?? '';
const confirm: typeof identity.confirmSignUp = (...given) => identity.confirmSignUp(...given);
/** Tokens that the campaign service receives for the user. */
const acceptedBy = (id: string) =>
  published
    .filter(({ person_id }) => person_id === id)
    .map(({ sealed }) => MAIL_SEAL_KEYS.open(sealed, INVITE_SEAL_PURPOSE, id).toString());
const stored = (id: string) =>
  identity.sql<{ sealed_invite: string | null }>(
    'SELECT sealed_invite FROM waiting_sign_up WHERE user_id = $1 ORDER BY created_at',
    [id],
  );

it('is passed on at confirmation, once, also by the code alone from another device', async () => {
  for (const device of ['same', 'other']) {
    const [email, token] = [newEmail(), newToken()];
    const { id, ClientMetadata } = await signUp(email, token);
    expect(acceptedBy(id)).toEqual([]);
    const code = await codeTo(email);
    const given = device === 'same' ? { ClientMetadata } : {};
    expect((await confirm(email, code, given)).error).toBe('');
    expect(acceptedBy(id)).toEqual([token]);
    expect(await stored(id)).toEqual([]);
    expect((await confirm(email, code, given)).status).toBe(400);
    expect(acceptedBy(id)).toHaveLength(1);
  }
});

it('is stored encrypted for one account, and appears in no response', async () => {
  const [email, token] = [newEmail(), newToken()];
  const { id } = await signUp(email, token);
  const [row] = await stored(id);
  expect(row?.sealed_invite).toBeTruthy();
  const rows = await identity.sql('SELECT w::text AS row FROM waiting_sign_up w');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(() => MAIL_SEAL_KEYS.open(String(row?.sealed_invite), INVITE_SEAL_PURPOSE)).toThrow(
    /authenticate/,
  );
  const answer = await confirm(email, await codeTo(email));
  expect(JSON.stringify(answer.body)).not.toContain(token);
  expect((await identity.eventsOf(id)).join()).not.toContain(token);
});

it('is announced in the mail of its sign-up, and in every later mail with a code', async () => {
  const email = newEmail();
  const { id } = await signUp(email);
  await signUp(email, newToken());
  const [plain, invited] = await mailsTo(email, 2);
  expect(plain).not.toHaveProperty('joins_campaign');
  expect(invited).toMatchObject({ joins_campaign: true });
  await identity.resendSignUpCode(email);
  expect((await mailsTo(email, 3))[2]).toMatchObject({ joins_campaign: true });
  expect(Object.keys(invited ?? {})).not.toContain('invite');
  expect(acceptedBy(id)).toEqual([]);
});

it('is the invite of the confirmed sign-up only', async () => {
  const [strangers, own] = [newToken(), newToken()];
  for (const [invite, expected] of [
    [own, [own]],
    [undefined, []],
  ] as const) {
    const email = newEmail();
    await signUp(email, strangers, 'Strangers-own-1');
    const { id, ClientMetadata } = await signUp(email, invite);
    expect((await confirm(email, await codeTo(email, 1), { ClientMetadata })).error).toBe('');
    expect(acceptedBy(id)).toEqual(expected);
  }
});

it('is dropped when the code does not show which sign-up is confirmed', async () => {
  const email = newEmail();
  await signUp(email, newToken());
  const { id } = await signUp(email);
  expect((await confirm(email, await codeTo(email))).error).toBe('');
  expect(acceptedBy(id)).toEqual([]);
  await resetByMail(identity, email, 'Another-horse-2');
  expect((await identity.signIn(email, 'Another-horse-2')).error).toBe('');
  expect(acceptedBy(id)).toEqual([]);
});

it('is dropped by a password reset', async () => {
  const email = newEmail();
  const { id } = await signUp(email, newToken());
  const code = await codeTo(email);
  await resetByMail(identity, email, 'Another-horse-2');
  expect((await confirm(email, code)).status).toBe(400);
  expect(acceptedBy(id)).toEqual([]);
  expect(await stored(id)).toEqual([]);
});

it('is deleted with an expired or an erased account', async () => {
  const users = identity.app.get(PoolUsers);
  const expired = await signUp(newEmail(), newToken());
  const email = newEmail();
  const erased = await signUp(email, newToken());
  await identity.sql(`UPDATE pool_user SET created_at = now() - interval '8 days' WHERE id = $1`, [
    expired.id,
  ]);
  await identity.sql('UPDATE waiting_sign_up SET expires_at = now() WHERE user_id = $1', [
    expired.id,
  ]);
  await identity.app.get(Sweep).sweep();
  const user = await users.find({ kind: 'email', email });
  await identity.app.get(AccountDeletion).delete(user!);
  for (const { id } of [expired, erased]) {
    expect(await stored(id)).toEqual([]);
    expect(acceptedBy(id)).toEqual([]);
  }
});

it('is published in the transaction of the confirmation', async () => {
  const [email, token] = [newEmail(), newToken()];
  const { id, ClientMetadata } = await signUp(email, token);
  const code = await codeTo(email);
  const uow = identity.app.get(UnitOfWork);
  const run = uow.run.bind(uow);
  uow.run = (work) =>
    run((tx) => {
      tx.outbox.event = () => Promise.reject(new Error('The outbox is full.'));
      return work(tx);
    });
  try {
    expect((await confirm(email, code, { ClientMetadata })).status).toBe(500);
  } finally {
    uow.run = run;
  }
  const [row] = await identity.sql('SELECT status FROM pool_user WHERE id = $1', [id]);
  expect(row).toEqual({ status: 'UNCONFIRMED' });
  expect(await stored(id)).toHaveLength(1);
  expect((await confirm(email, code, { ClientMetadata })).error).toBe('');
  expect(acceptedBy(id)).toEqual([token]);
});

it.each(['', ' ', 'x'.repeat(201), 'a/b', 'ä'])('%j is rejected', async (invite) => {
  const { error } = await identity.signUp(newEmail(), PASSWORD, { ClientMetadata: { invite } });
  expect(error).toContain('InvalidParameterException');
});
