import { accessTokenOf, confirmedPerson, newEmail, PASSWORD, rememberedDevice } from './person';
import {
  identityForTests,
  PLAIN_CLIENT_ID,
  startIdentity,
  WEB_CLIENT_ID,
} from './running-identity';

/** What strangers can and can not do to the owner of an account. Every request names where it comes from. */
const identity = identityForTests(() => startIdentity({ DEVICES: 'always' }));

const STRANGER = '198.51.100.66';
const HOME = '203.0.113.7';
const ELSEWHERE = '192.0.2.200';
const EXCEEDED = 'NotAuthorizedException: Password attempts exceeded';
const WRONG = 'NotAuthorizedException: Incorrect username or password.';
const LIMIT = 'LimitExceededException: Attempt limit exceeded, please try after some time.';

const signIn = (email: string, password: string, from: string, parameters: object = {}) =>
  identity.call(
    'InitiateAuth',
    {
      ClientId: PLAIN_CLIENT_ID,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password, ...parameters },
    },
    from,
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
  it('from one address lock it out, and nobody elsewhere', async () => {
    const { email } = await confirmedPerson(identity);
    const errors = await failures(email, 7, STRANGER);
    expect(errors.slice(0, 5)).toEqual(Array<string>(5).fill(WRONG));
    expect(errors).toContain(EXCEEDED);
    expect((await signIn(email, PASSWORD, HOME)).error).toBe('');
    // Nor does the owner's success open the door for the stranger again.
    await identity.sql(`UPDATE guess_count SET locked_until = now() + interval '1 minute'`);
    expect((await signIn(email, PASSWORD, STRANGER)).error).toBe(EXCEEDED);
  });

  it('by the same steps for an account that there is not', async () => {
    const errors = await failures(newEmail(), 7, STRANGER);
    expect(errors.slice(0, 5)).toEqual(Array<string>(5).fill(WRONG));
    expect(errors).toContain(EXCEEDED);
  });

  it('from one IPv6 network count together', async () => {
    const { email } = await confirmedPerson(identity);
    for (let n = 1; n <= 5; n += 1) await signIn(email, 'Wrong-pass-1', `2001:db8:6:6::${n}`);
    await identity.sql(`UPDATE guess_count SET locked_until = now() + interval '1 minute'
                         WHERE locked_until IS NOT NULL`);
    expect((await signIn(email, PASSWORD, '2001:db8:6:6:9::1')).error).toBe(EXCEEDED);
    expect((await signIn(email, PASSWORD, '2001:db8:6:7::1')).error).toBe('');
  });

  it('beside the owner do not lock a remembered device out', async () => {
    const { email, id } = await confirmedPerson(identity);
    const deviceKey = await rememberedDevice(identity, email);
    await failures(email, 5, HOME);
    await identity.sql(
      `UPDATE guess_count SET locked_until = now() + interval '1 minute'
        WHERE user_id = $1 AND locked_until IS NOT NULL`,
      [id],
    );
    expect((await signIn(email, PASSWORD, HOME)).error).toBe(EXCEEDED);
    const known = await signIn(email, PASSWORD, HOME, { DEVICE_KEY: deviceKey });
    expect(known.body['ChallengeName']).toBe('DEVICE_SRP_AUTH');
    // Another person's device opens nothing.
    const other = await confirmedPerson(identity);
    const foreign = await rememberedDevice(identity, other.email);
    const tried = await signIn(email, PASSWORD, HOME, { DEVICE_KEY: foreign });
    expect(tried.error).toBe(EXCEEDED);
  });

  it('from everywhere meet a brake, which the owner at home does not feel', async () => {
    const { email, id } = await confirmedPerson(identity);
    await accessTokenOf(identity, email, PASSWORD, HOME);
    const first = await fromEverywhere(email, 120);
    expect(first.filter(({ error }) => error === WRONG).length).toBeGreaterThanOrEqual(100);
    // As it stands after some more.
    await identity.sql(
      `UPDATE guess_count SET failures = 110, locked_until = now() + interval '1 minute'
        WHERE user_id = $1 AND source = ''`,
      [id],
    );
    expect((await signIn(email, PASSWORD, ELSEWHERE)).error).toBe(EXCEEDED);
    expect((await signIn(email, PASSWORD, HOME)).error).toBe('');
    // One of all who wait gets through when the time is over.
    await identity.sql(
      `UPDATE guess_count SET locked_until = now() - interval '1 second' WHERE user_id = $1`,
      [id],
    );
    const waiting = await fromEverywhere(email, 20);
    expect(waiting.filter(({ error }) => error === WRONG)).toHaveLength(1);
  }, 60_000);
});

describe('codes for a new password', () => {
  const NEW_PASSWORD = 'Another-horse-2';
  const forgot = (email: string, from: string) =>
    identity.call('ForgotPassword', { ClientId: WEB_CLIENT_ID, Username: email }, from);
  const reset = (email: string, code: string, from: string) =>
    identity.call(
      'ConfirmForgotPassword',
      {
        ClientId: WEB_CLIENT_ID,
        Username: email,
        ConfirmationCode: code,
        Password: NEW_PASSWORD,
      },
      from,
    );

  it('cost their owner nothing while none is outstanding', async () => {
    const { email } = await confirmedPerson(identity);
    for (let n = 0; n < 12; n += 1)
      expect((await reset(email, '000000', STRANGER)).error).toContain('ExpiredCodeException');
    await forgot(email, HOME);
    const { code } = await identity.mail('reset-password', email);
    expect((await reset(email, code, HOME)).error).toBe('');
  });

  it('tried by a stranger leave the owner all tries', async () => {
    const { email } = await confirmedPerson(identity);
    await forgot(email, HOME);
    const { code } = await identity.mail('reset-password', email);
    const wrong = code === '000000' ? '000001' : '000000';
    const heard = [];
    for (let n = 0; n < 8; n += 1) heard.push((await reset(email, wrong, STRANGER)).error);
    expect(heard.slice(0, 5).every((error) => error.startsWith('CodeMismatch'))).toBe(true);
    expect(heard.slice(5)).toEqual([LIMIT, LIMIT, LIMIT]);
    expect((await reset(email, code, STRANGER)).error).toBe(LIMIT);
    expect((await reset(email, wrong, HOME)).error).toContain('CodeMismatch');
    expect((await reset(email, code, HOME)).error).toBe('');
  });

  it('guessed at from everywhere meet a brake, which the owner at home does not feel', async () => {
    const { email, id } = await confirmedPerson(identity);
    await accessTokenOf(identity, email, PASSWORD, HOME);
    await forgot(email, HOME);
    const { code } = await identity.mail('reset-password', email);
    const wrong = code === '000000' ? '000001' : '000000';
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) => reset(email, wrong, `100.64.${n}.1`)),
    );
    const looked = answers.filter(({ error }) => error.startsWith('CodeMismatch'));
    // Those that were under way when the brake came on are looked at, too.
    expect(looked.length).toBeGreaterThanOrEqual(50);
    await identity.sql(
      `UPDATE guess_count SET locked_until = now() + interval '1 minute'
        WHERE user_id = $1 AND source = ''`,
      [id],
    );
    expect((await reset(email, code, ELSEWHERE)).error).toBe(LIMIT);
    expect((await reset(email, code, HOME)).error).toBe('');
  }, 60_000);

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
