import { accessTokenOf, confirmedPerson, newEmail, rememberedDevice } from './person';
import {
  LIMIT,
  LOCKED,
  PASSWORD,
  runningIdentity,
  wrongOf,
  WRONG_PASSWORD,
} from './running-identity';

/** Effects of attackers on the owner of an account. Every request has a source address. */
const identity = runningIdentity({ DEVICES: 'always' });

const STRANGER = '198.51.100.66';
const HOME = '203.0.113.7';
const ELSEWHERE = '192.0.2.200';

const signIn = (email: string, password: string, from: string) =>
  identity.signIn(email, password, { from });
const signInFromDevice = (USERNAME: string, DEVICE_KEY: string) =>
  identity.initiate('USER_PASSWORD_AUTH', { USERNAME, PASSWORD, DEVICE_KEY }, { from: HOME });
/** Extends all recent locks by another minute. */
const prolongLocks = () =>
  identity.sql(
    `UPDATE guess_count SET locked_until = now() + interval '1 minute' WHERE locked_until IS NOT NULL`,
  );
async function failures(email: string, count: number, from: string): Promise<string[]> {
  const errors = [];
  for (let n = 0; n < count; n += 1)
    errors.push((await signIn(email, `Wrong-pass-${n}`, from)).error);
  return errors;
}
/** Wrong passwords from as many addresses, one each. */
const fromEverywhere = (email: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      signIn(email, 'Wrong-pass-1', `100.${(n >> 8) & 255}.${n & 255}.1`),
    ),
  );

describe('wrong passwords', () => {
  it('from one address lock it out, and no other', async () => {
    const { email } = await confirmedPerson(identity);
    const errors = await failures(email, 7, STRANGER);
    expect(errors.slice(0, 5)).toEqual(Array<string>(5).fill(WRONG_PASSWORD));
    expect(errors).toContain(LOCKED);
    expect((await signIn(email, PASSWORD, HOME)).error).toBe('');
    // The owner's success does not unlock the account for the attacker.
    await prolongLocks();
    expect((await signIn(email, PASSWORD, STRANGER)).error).toBe(LOCKED);
  });

  it('by the same steps for an unknown user', async () => {
    const errors = await failures(newEmail(), 7, STRANGER);
    expect(errors.slice(0, 5)).toEqual(Array<string>(5).fill(WRONG_PASSWORD));
    expect(errors).toContain(LOCKED);
  });

  it('from one IPv6 network count together', async () => {
    const { email } = await confirmedPerson(identity);
    for (let n = 1; n <= 5; n += 1) await signIn(email, 'Wrong-pass-1', `2001:db8:6:6::${n}`);
    await prolongLocks();
    expect((await signIn(email, PASSWORD, '2001:db8:6:6:9::1')).error).toBe(LOCKED);
    expect((await signIn(email, PASSWORD, '2001:db8:6:7::1')).error).toBe('');
  });

  it('by others do not lock a remembered device out', async () => {
    const { email } = await confirmedPerson(identity);
    const deviceKey = await rememberedDevice(identity, email);
    await failures(email, 5, HOME);
    await prolongLocks();
    expect((await signIn(email, PASSWORD, HOME)).error).toBe(LOCKED);
    const known = await signInFromDevice(email, deviceKey);
    expect(known.body['ChallengeName']).toBe('DEVICE_SRP_AUTH');
    // Another person's device opens nothing.
    const other = await confirmedPerson(identity);
    const foreign = await rememberedDevice(identity, other.email);
    expect((await signInFromDevice(email, foreign)).error).toBe(LOCKED);
  });

  it('from everywhere meet a brake, which the owner at home does not feel', async () => {
    const { email, id } = await confirmedPerson(identity);
    await accessTokenOf(identity, email, PASSWORD, HOME);
    const first = await fromEverywhere(email, 120);
    expect(first.filter(({ error }) => error === WRONG_PASSWORD).length).toBeGreaterThanOrEqual(
      100,
    );
    // Simulates further attempts.
    await identity.sql(
      `UPDATE guess_count SET failures = 110, locked_until = now() + interval '1 minute'
        WHERE user_id = $1 AND source = ''`,
      [id],
    );
    expect((await signIn(email, PASSWORD, ELSEWHERE)).error).toBe(LOCKED);
    expect((await signIn(email, PASSWORD, HOME)).error).toBe('');
    // One of all who wait gets through when the time is over.
    await identity.sql(
      `UPDATE guess_count SET locked_until = now() - interval '1 second' WHERE user_id = $1`,
      [id],
    );
    const waiting = await fromEverywhere(email, 20);
    expect(waiting.filter(({ error }) => error === WRONG_PASSWORD)).toHaveLength(1);
  });
});

describe('codes for a new password', () => {
  const NEW_PASSWORD = 'Another-horse-2';
  const forgot = (email: string, from: string) => identity.forgotPassword(email, { from });
  const reset = async (email: string, code: string, from: string) =>
    (await identity.resetPassword(email, code, NEW_PASSWORD, { from })).error;

  it('cost their owner nothing while none is outstanding', async () => {
    const { email } = await confirmedPerson(identity);
    for (let n = 0; n < 12; n += 1)
      expect(await reset(email, '000000', STRANGER)).toContain('ExpiredCodeException');
    await forgot(email, HOME);
    const { code } = await identity.mail('reset-password', email);
    expect(await reset(email, code, HOME)).toBe('');
  });

  it('tried by a stranger leave the owner all tries', async () => {
    const { email } = await confirmedPerson(identity);
    await forgot(email, HOME);
    const { code } = await identity.mail('reset-password', email);
    const wrong = wrongOf(code);
    const heard = [];
    for (let n = 0; n < 8; n += 1) heard.push(await reset(email, wrong, STRANGER));
    expect(heard.slice(0, 5).every((error) => error.startsWith('CodeMismatch'))).toBe(true);
    expect(heard.slice(5)).toEqual([LIMIT, LIMIT, LIMIT]);
    expect(await reset(email, code, STRANGER)).toBe(LIMIT);
    expect(await reset(email, wrong, HOME)).toContain('CodeMismatch');
    expect(await reset(email, code, HOME)).toBe('');
  });

  it('guessed at from everywhere meet a brake, which the owner at home does not feel', async () => {
    const { email, id } = await confirmedPerson(identity);
    await accessTokenOf(identity, email, PASSWORD, HOME);
    await forgot(email, HOME);
    const { code } = await identity.mail('reset-password', email);
    const wrong = wrongOf(code);
    const answers: string[] = [];
    // As many at a time as get a connection of the database, on a busy machine too.
    for (let n = 0; n < 80; n += 10)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, (_, at) => reset(email, wrong, `100.64.${n + at}.1`)),
        )),
      );
    const looked = answers.filter((error) => error.startsWith('CodeMismatch'));
    // Attempts that started before the limit was reached are checked, too.
    expect(looked.length).toBeGreaterThanOrEqual(50);
    await identity.sql(
      `UPDATE guess_count SET locked_until = now() + interval '1 minute'
        WHERE user_id = $1 AND source = ''`,
      [id],
    );
    expect(await reset(email, code, ELSEWHERE)).toBe(LIMIT);
    expect(await reset(email, code, HOME)).toBe('');
  });

  it('asked for by a stranger leave the owner their own ten an hour', async () => {
    const { email } = await confirmedPerson(identity);
    const heard = [];
    for (let n = 0; n < 12; n += 1) heard.push((await forgot(email, STRANGER)).error);
    expect(heard.filter((error) => error === '')).toHaveLength(10);
    expect(heard.at(-1)).toBe(LIMIT);
    expect((await forgot(email, HOME)).error).toBe('');
  });
});

it('keeps no address in the clear', async () => {
  const { email } = await confirmedPerson(identity);
  await failures(email, 2, STRANGER);
  await accessTokenOf(identity, email, PASSWORD, HOME);
  for (const table of ['guess_count', 'code_quota', 'known_source', 'verification_code']) {
    const rows = await identity.sql(`SELECT t::text AS row FROM ${table} t`);
    const text = JSON.stringify(rows);
    for (const address of [STRANGER, HOME]) expect(text).not.toContain(address);
  }
});
