import { randomBytes } from 'node:crypto';
import { eventually } from '@tomekeeper/testing';
import { Sweep } from '../src/sweep/sweep';
import { newEmail, resetByMail } from './person';
import {
  attributeList,
  PASSWORD,
  runningIdentity,
  WRONG_PASSWORD,
  type ProtocolAnswer,
  type RunningIdentity,
} from './running-identity';

/** Another person signs up with the owner's address, before or after the owner does. */
const identity = runningIdentity();

const STRANGERS = 'Strangers-own-1';
const NEW_PASSWORD = 'Another-horse-2';
const RESET = 'PasswordResetRequiredException: Password reset required for the user';

/** Signs up, with a name. */
async function signUp(email: string, password: string, given_name: string, more: object = {}) {
  const UserAttributes = attributeList({ given_name });
  const answer = await identity.signUp(email, password, { UserAttributes, ...more });
  expect(answer.error).toBe('');
  return { answer, Session: String(answer.body['Session']) };
}
/** The codes that went to the address, oldest first. */
const codesTo = (email: string, count: number) =>
  eventually(() => {
    const codes = identity
      .mailsTo(email)
      .flatMap((mail) => (mail.template === 'confirm-sign-up' ? [mail.code] : []));
    return codes.length >= count ? codes : undefined;
  });
const confirm: RunningIdentity['confirmSignUp'] = (...given) => identity.confirmSignUp(...given);
const outcome = async (email: string, password: string) =>
  (await identity.signIn(email, password)).error || 'signed in';
const nameOf = async (email: string) =>
  (
    await identity.sql<{ given_name: string }>(
      'SELECT given_name FROM pool_user WHERE email = $1',
      [email],
    )
  )[0]?.given_name;
/** Visible part of a response, without random values. */
const shape = ({ status, body }: ProtocolAnswer) => ({
  status,
  body: Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      ['Session', 'UserSub'].includes(name) ? String(value).length : value,
    ]),
  ),
});

it.each(['first', 'second'])(
  'a stranger who signs up %s does not choose the password',
  async (place) => {
    const email = newEmail();
    if (place === 'first') await signUp(email, STRANGERS, 'Stranger');
    const { Session } = await signUp(email, PASSWORD, 'Mara');
    if (place === 'second') await signUp(email, STRANGERS, 'Stranger');
    const [first = ''] = await codesTo(email, 2);
    // Both mails of the owner prove the mailbox.
    expect((await confirm(email, first, { Session })).error).toBe('');
    expect(await outcome(email, PASSWORD)).toBe('signed in');
    expect(await outcome(email, STRANGERS)).toBe(WRONG_PASSWORD);
    expect(await nameOf(email)).toBe('Mara');
  },
);

it('a client without a session sends its own', async () => {
  const email = newEmail();
  const ClientMetadata = { sign_up_session: randomBytes(32).toString('base64url') };
  await signUp(email, PASSWORD, 'Mara', { ClientMetadata });
  await signUp(email, STRANGERS, 'Stranger', {
    ClientMetadata: { sign_up_session: randomBytes(32).toString('base64url') },
  });
  const [, second = ''] = await codesTo(email, 2);
  expect((await confirm(email, second, { ClientMetadata })).error).toBe('');
  expect(await outcome(email, PASSWORD)).toBe('signed in');
  const short = { ClientMetadata: { sign_up_session: 'guessable' } };
  const { error } = await identity.signUp(newEmail(), PASSWORD, short);
  expect(error).toContain('InvalidParameterException');
});

it('without the session of a sign-up, no password is stored: the owner of the mailbox sets one', async () => {
  const email = newEmail();
  await signUp(email, STRANGERS, 'Stranger');
  await signUp(email, PASSWORD, 'Mara');
  const [code = ''] = await codesTo(email, 2);
  expect((await confirm(email, code)).error).toBe('');
  for (const password of [PASSWORD, STRANGERS, 'Any-other-pass-3'])
    expect(await outcome(email, password)).toBe(RESET);
  expect(await nameOf(email)).toBe('');
  // Right and wrong passwords had the same answer, so no guess counts.
  expect(
    await identity.sql(
      'SELECT 1 FROM guess_count g JOIN pool_user u ON u.id = g.user_id WHERE u.email = $1',
      [email],
    ),
  ).toEqual([]);
  await resetByMail(identity, email, NEW_PASSWORD);
  expect(await outcome(email, NEW_PASSWORD)).toBe('signed in');
  expect(await outcome(email, STRANGERS)).toBe(WRONG_PASSWORD);
});

it('the session of another sign-up keeps no password', async () => {
  const email = newEmail();
  await signUp(email, STRANGERS, 'Stranger');
  const [code = ''] = await codesTo(email, 1);
  expect((await confirm(email, code, { Session: 'of-another-sign-up' })).error).toBe('');
  expect(await outcome(email, STRANGERS)).toBe(RESET);
});

it('a single sign-up is confirmed by its code alone', async () => {
  const email = newEmail();
  await signUp(email, PASSWORD, 'Mara');
  const [code = ''] = await codesTo(email, 1);
  expect((await confirm(email, code)).error).toBe('');
  expect(await outcome(email, PASSWORD)).toBe('signed in');
  expect(await nameOf(email)).toBe('Mara');
});

it('responses and mails are the same in every case', async () => {
  const [alone, contested] = [newEmail(), newEmail()];
  await signUp(contested, STRANGERS, 'Mara');
  const first = await signUp(alone, PASSWORD, 'Mara');
  const second = await signUp(contested, PASSWORD, 'Mara');
  const comparable = (answer: ProtocolAnswer) =>
    JSON.stringify(shape(answer)).replace(/\w\*/g, '*');
  expect(comparable(second.answer)).toBe(comparable(first.answer));
  const [codeAlone = ''] = await codesTo(alone, 1);
  const [, codeContested = ''] = await codesTo(contested, 2);
  const answers = [await confirm(alone, codeAlone), await confirm(contested, codeContested)];
  expect(answers.map(shape)[1]).toEqual(answers.map(shape)[0]);
  const told = (email: string) => identity.mailsTo(email).map(({ template }) => template);
  expect(new Set([...told(alone), ...told(contested)])).toEqual(new Set(['confirm-sign-up']));
});

it('a reset keeps nothing that a stranger typed', async () => {
  const email = newEmail();
  const names = { given_name: 'Stranger', family_name: 'Danger', phone_number: '+15550100' };
  await signUp(email, PASSWORD, 'Mara');
  await signUp(email, STRANGERS, '', { UserAttributes: attributeList(names) });
  await resetByMail(identity, email, NEW_PASSWORD);
  expect(await outcome(email, NEW_PASSWORD)).toBe('signed in');
  const rows = await identity.sql(
    'SELECT given_name, family_name, phone_number FROM pool_user WHERE email = $1',
    [email],
  );
  expect(rows).toEqual([{ given_name: '', family_name: '', phone_number: '' }]);
  // A code of before opens nothing any more.
  const [old = ''] = await codesTo(email, 2);
  expect((await confirm(email, old)).status).toBe(400);
  expect(await outcome(email, NEW_PASSWORD)).toBe('signed in');
});

it('a stranger can neither void the owner’s code nor pile sign-ups up', async () => {
  const email = newEmail();
  const { Session } = await signUp(email, PASSWORD, 'Mara');
  for (let n = 0; n < 3; n += 1) await signUp(email, STRANGERS, 'Stranger');
  const [own = ''] = await codesTo(email, 4);
  expect((await confirm(email, own, { Session })).error).toBe('');
  expect(await outcome(email, PASSWORD)).toBe('signed in');

  const flooded = newEmail();
  for (let n = 0; n < 8; n += 1) await signUp(flooded, STRANGERS, 'Stranger');
  const [row] = await identity.sql<{ waiting: number; codes: number }>(
    `SELECT (SELECT count(*)::int FROM waiting_sign_up w WHERE w.user_id = u.id) AS waiting,
            (SELECT count(*)::int FROM verification_code c WHERE c.user_id = u.id) AS codes
       FROM pool_user u WHERE u.email = $1`,
    [flooded],
  );
  expect(row).toEqual({ waiting: 5, codes: expect.any(Number) });
  expect(row?.codes).toBeLessThanOrEqual(6);
  const more = [];
  for (let n = 0; n < 4; n += 1) more.push((await identity.signUp(flooded, STRANGERS)).error);
  expect(more.at(-1)).toContain('LimitExceededException');
});

it('people who sign up with one address at one moment all wait', async () => {
  const email = newEmail();
  const answers = await Promise.all(Array.from({ length: 4 }, () => identity.signUp(email)));
  expect(answers.map(({ error }) => error)).toEqual(['', '', '', '']);
  expect(new Set(answers.map(({ body }) => body['UserSub'])).size).toBe(1);
  const [code = ''] = await codesTo(email, 4);
  const { Session } = answers[2]?.body ?? {};
  expect((await confirm(email, code, { Session })).error).toBe('');
  expect(await outcome(email, PASSWORD)).toBe('signed in');
});

it('sign-ups that were never confirmed are deleted after a week, account and all', async () => {
  const email = newEmail();
  await signUp(email, PASSWORD, 'Mara');
  const rows = () => identity.sql('SELECT 1 FROM pool_user WHERE email = $1', [email]);
  await identity.app.get(Sweep).sweep();
  expect(await rows()).toHaveLength(1);
  await identity.sql(
    `WITH old AS (UPDATE pool_user SET created_at = now() - interval '8 days' WHERE email = $1
                  RETURNING id)
     UPDATE waiting_sign_up SET expires_at = now() - interval '1 second'
      WHERE user_id IN (SELECT id FROM old)`,
    [email],
  );
  await identity.app.get(Sweep).sweep();
  expect(await rows()).toEqual([]);
});
