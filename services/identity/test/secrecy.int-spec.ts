import { CORRELATION_HEADER, correlationId } from '@tomekeeper/correlation';
import { Client } from 'pg';
import { newEmail, signedInPerson } from './person';
import {
  PASSWORD,
  runningIdentity,
  WRONG_PASSWORD,
  wrongOf,
  type ProtocolAnswer,
} from './running-identity';

const identity = runningIdentity();

/** Someone who has signed up, and typed no code yet. */
async function account(): Promise<string> {
  const email = newEmail();
  await identity.signUp(email);
  return email;
}

describe('user existence is hidden from unauthenticated callers', () => {
  const srpA = { SRP_A: '0123456789abcdef' };

  it('is whether an account exists: strangers get the same challenge every time', async () => {
    const ask = async (USERNAME: string) =>
      (await identity.initiate('USER_SRP_AUTH', { USERNAME, ...srpA })).body as {
        ChallengeName: string;
        ChallengeParameters: Record<string, string>;
      };
    const first = await ask('unknown@example.org');
    const second = await ask(' UNKNOWN@example.org ');
    expect(first.ChallengeName).toBe('PASSWORD_VERIFIER');
    expect(Object.keys(first.ChallengeParameters).sort()).toEqual(
      ['SALT', 'SECRET_BLOCK', 'SRP_B', 'USERNAME', 'USER_ID_FOR_SRP'].sort(),
    );
    expect(first.ChallengeParameters['USER_ID_FOR_SRP']).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    for (const same of ['SALT', 'USERNAME', 'USER_ID_FOR_SRP'])
      expect(second.ChallengeParameters[same]).toBe(first.ChallengeParameters[same]);
    for (const fresh of ['SECRET_BLOCK', 'SRP_B'])
      expect(second.ChallengeParameters[fresh]).not.toBe(first.ChallengeParameters[fresh]);
    const byId = await ask(first.ChallengeParameters['USERNAME'] ?? '');
    expect(byId.ChallengeParameters['SALT']).toBe(first.ChallengeParameters['SALT']);
    expect((await ask('bob')).ChallengeName).toBe('PASSWORD_VERIFIER');
  });

  it('by executing the same number of statements for unknown users', async () => {
    const known = await account();
    const made: { request: string | undefined; text: string }[] = [];
    const { query } = Client.prototype;
    const spy = jest.spyOn(Client.prototype, 'query').mockImplementation(function (
      this: Client,
      ...args: unknown[]
    ) {
      made.push({ request: correlationId(), text: JSON.stringify(args[0]) });
      return Reflect.apply(query, this, args);
    });
    /** SQL statements of one call, excluding concurrent jobs, queues and the outbox. */
    const statementsOf = async (call: () => Promise<ProtocolAnswer>) => {
      const answer = await call();
      const request = answer.headers.get(CORRELATION_HEADER);
      expect(request).toBeTruthy();
      const own = /\b(pool_\w+|auth_session|guess_count|known_source|security_event|mfa_factor)\b/;
      const texts = made.filter((one) => one.request === request).map(({ text }) => text);
      return { answer, texts: texts.filter((text) => own.test(text)).map(withoutValues) };
    };
    const withoutValues = (text: string) => text.replace(/"values":.*/, '');
    const guess = async (username: string) => {
      const challenge = await statementsOf(() =>
        identity.initiate('USER_SRP_AUTH', { USERNAME: username, ...srpA }),
      );
      const { USERNAME, SECRET_BLOCK } = challenge.answer.body['ChallengeParameters'] as Record<
        string,
        string
      >;
      const proof = await statementsOf(() =>
        identity.respond('PASSWORD_VERIFIER', undefined, {
          USERNAME,
          PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
          PASSWORD_CLAIM_SIGNATURE: 'AAAA',
          TIMESTAMP: 'Wed Apr 5 22:42:34 UTC 2017',
        }),
      );
      expect(proof.answer.error).toBe(WRONG_PASSWORD);
      // The client's row is read every other second, for any user.
      return [challenge, proof].map(({ texts }) =>
        texts.filter((text) => !text.includes('FROM pool_client')),
      );
    };
    const statements = await guess(known);
    expect(statements.map(({ length }) => length)).toEqual([2, 5]);
    expect(await guess(newEmail())).toEqual(statements);
    spy.mockRestore();
  });

  it('nor by asking for codes and typing wrong ones', async () => {
    const heard = async (email: string) => {
      const answers = [
        await identity.confirmSignUp(email, '000000'),
        await identity.resendSignUpCode(email),
        await identity.forgotPassword(email),
        await identity.confirmSignUp(email, '000000'),
      ];
      return answers.map(({ status, error, body }) => [status, error, Object.keys(body)]);
    };
    const unknown = newEmail();
    const told = await heard(unknown);
    expect(told.map(([status]) => status)).toEqual([400, 200, 200, 400]);
    expect(await heard((await signedInPerson(identity)).email)).toEqual(told);
    const reset = await identity.resetPassword(unknown, '123456', PASSWORD);
    expect(reset.error).toMatch(/^(CodeMismatch|ExpiredCode)Exception/);
    expect(identity.mailsTo(unknown)).toEqual([]);
  });
});

describe('guessing', () => {
  it('a code fails after five tries, even with the right one, until a new one is sent', async () => {
    const email = await account();
    const { code } = await identity.mail('confirm-sign-up', email);
    const confirm = (typed: string) => identity.confirmSignUp(email, typed);
    for (let n = 0; n < 5; n += 1)
      expect((await confirm(wrongOf(code))).error).toContain('CodeMismatchException');
    expect((await confirm(code)).error).toContain('LimitExceededException');
    identity.clearInbox();
    await identity.resendSignUpCode(email);
    const fresh = await identity.mail('confirm-sign-up', email);
    expect((await confirm(code)).error).toMatch(
      code === fresh.code ? /^$/ : /CodeMismatchException/,
    );
    expect((await confirm(fresh.code)).error).toBe('');
    expect((await confirm(fresh.code)).error).toBe(
      'ExpiredCodeException: Invalid code provided, please request a code again.',
    );
  });

  it('two hundred codes at once gets through five', async () => {
    const email = await account();
    await identity.mail('confirm-sign-up', email);
    const guess = (n: number) => identity.confirmSignUp(email, String(n).padStart(6, 'x'));
    const answers: ProtocolAnswer[] = [];
    // As many at a time as get a connection of the database, on a busy machine too.
    for (let n = 0; n < 200; n += 20)
      answers.push(...(await Promise.all(Array.from({ length: 20 }, (_, at) => guess(n + at)))));
    const count = (error: string) => answers.filter((a) => a.error.startsWith(error)).length;
    expect(count('CodeMismatchException')).toBe(5);
    expect(count('LimitExceededException')).toBe(195);
  });

  it('passwords all at once gets through a handful', async () => {
    const email = await account();
    const began = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => identity.signIn(email, `Wrong-pass-${n}`)),
    );
    const passed = answers.filter(({ error }) => error === WRONG_PASSWORD);
    // Five, and one more for each lock that ran out while the hundred were worked on: 1 s, 2 s, 4 s, …
    const locksOver = Math.floor(Math.log2(1 + (Date.now() - began) / 1000));
    expect(passed.length).toBeLessThanOrEqual(5 + locksOver);
    expect(answers.every((a) => a.status === 400)).toBe(true);
  });
});
