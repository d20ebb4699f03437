import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import {
  identityForTests,
  PLAIN_CLIENT_ID,
  WEB_CLIENT_ID,
  type ProtocolAnswer,
} from './running-identity';

const identity = identityForTests();

const PASSWORD = 'Correct-horse-1';

describe('what nobody may learn', () => {
  const srpA = { SRP_A: '0123456789abcdef' };

  it('is whether an account exists: strangers get the same challenge every time', async () => {
    const ask = async (name: string) =>
      (
        await identity.call('InitiateAuth', {
          ClientId: WEB_CLIENT_ID,
          AuthFlow: 'USER_SRP_AUTH',
          AuthParameters: { USERNAME: name, ...srpA },
        })
      ).body as { ChallengeName: string; ChallengeParameters: Record<string, string> };
    const first = await ask('nobody@example.org');
    const second = await ask(' NOBODY@example.org ');
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

  it('nor by wrong passwords, which are counted for strangers too', async () => {
    const name = `${randomUUID()}@example.org`;
    const known = `${randomUUID()}@example.org`;
    await identity.call('SignUp', {
      ClientId: PLAIN_CLIENT_ID,
      Username: known,
      Password: PASSWORD,
    });
    const guesses = async (username: string) => {
      const errors = [];
      for (let n = 0; n < 6; n += 1)
        errors.push(
          (
            await identity.call('InitiateAuth', {
              ClientId: PLAIN_CLIENT_ID,
              AuthFlow: 'USER_PASSWORD_AUTH',
              AuthParameters: { USERNAME: username, PASSWORD: `Wrong-pass-${n}` },
            })
          ).error,
        );
      return errors;
    };
    const expected = [
      ...Array<string>(5).fill('NotAuthorizedException: Incorrect username or password.'),
      'NotAuthorizedException: Password attempts exceeded',
    ];
    expect(await guesses(known)).toEqual(expected);
    expect(await guesses(name)).toEqual(expected);
  });

  it('nor by how much is looked up: a stranger takes the same statements', async () => {
    const known = `${randomUUID()}@example.org`;
    await identity.call('SignUp', { ClientId: WEB_CLIENT_ID, Username: known, Password: PASSWORD });
    const query = jest.spyOn(Client.prototype, 'query');
    /** Texts of the statements that an operation leads to, without those of queues and outbox. */
    const statementsOf = async (operation: string, body: object) => {
      query.mockClear();
      const answer = await identity.call(operation, body);
      const texts = query.mock.calls.map((call) => JSON.stringify(call[0]));
      const own = /\b(pool_\w+|auth_session|guess_count|known_source|security_event|mfa_factor)\b/;
      return { answer, texts: texts.filter((text) => own.test(text)).map(withoutValues) };
    };
    const withoutValues = (text: string) => text.replace(/"values":.*/, '');
    const guess = async (username: string) => {
      const challenge = await statementsOf('InitiateAuth', {
        ClientId: WEB_CLIENT_ID,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: { USERNAME: username, ...srpA },
      });
      const { USERNAME, SECRET_BLOCK } = challenge.answer.body['ChallengeParameters'] as Record<
        string,
        string
      >;
      const proof = await statementsOf('RespondToAuthChallenge', {
        ClientId: WEB_CLIENT_ID,
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: {
          USERNAME,
          PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
          PASSWORD_CLAIM_SIGNATURE: 'AAAA',
          TIMESTAMP: 'Wed Apr 5 22:42:34 UTC 2017',
        },
      });
      expect(proof.answer.error).toContain('Incorrect username or password.');
      // The client's row is read every other second, for any user.
      return [challenge, proof].map(({ texts }) =>
        texts.filter((text) => !text.includes('FROM pool_client')),
      );
    };
    const statements = await guess(known);
    expect(statements.map(({ length }) => length)).toEqual([2, 5]);
    expect(await guess(`${randomUUID()}@example.org`)).toEqual(statements);
    query.mockRestore();
  });

  it('nor by asking for codes', async () => {
    const name = `${randomUUID()}@example.org`;
    for (const operation of ['ForgotPassword', 'ResendConfirmationCode']) {
      const answer = await identity.call(operation, { ClientId: WEB_CLIENT_ID, Username: name });
      expect(answer.body).toMatchObject({ CodeDeliveryDetails: { DeliveryMedium: 'EMAIL' } });
    }
    const confirm = await identity.call('ConfirmSignUp', {
      ClientId: WEB_CLIENT_ID,
      Username: name,
      ConfirmationCode: '123456',
    });
    expect(confirm.error).toMatch(/^(CodeMismatch|ExpiredCode)Exception/);
    const reset = await identity.call('ConfirmForgotPassword', {
      ClientId: WEB_CLIENT_ID,
      Username: name,
      ConfirmationCode: '123456',
      Password: PASSWORD,
    });
    expect(reset.error).toMatch(/^(CodeMismatch|ExpiredCode)Exception/);
    expect(identity.mailsTo(name)).toEqual([]);
  });
});

describe('guessing', () => {
  const account = async () => {
    const name = `${randomUUID()}@example.org`;
    await identity.call('SignUp', { ClientId: WEB_CLIENT_ID, Username: name, Password: PASSWORD });
    return name;
  };

  it('a code fails after five tries, even with the right one, until a new one is sent', async () => {
    const name = await account();
    const { code } = await identity.mail('confirm-sign-up', name);
    const confirm = (ConfirmationCode: string) =>
      identity.call('ConfirmSignUp', {
        ClientId: WEB_CLIENT_ID,
        Username: name,
        ConfirmationCode,
      });
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 5; n += 1)
      expect((await confirm(wrong)).error).toContain('CodeMismatchException');
    expect((await confirm(code)).error).toContain('LimitExceededException');
    identity.clearInbox();
    await identity.call('ResendConfirmationCode', { ClientId: WEB_CLIENT_ID, Username: name });
    const fresh = await identity.mail('confirm-sign-up', name);
    expect((await confirm(code)).error).toMatch(
      code === fresh.code ? /^$/ : /CodeMismatchException/,
    );
    expect((await confirm(fresh.code)).error).toBe('');
    expect((await confirm(fresh.code)).error).toBe(
      'ExpiredCodeException: Invalid code provided, please request a code again.',
    );
  });

  it('a thousand codes at once gets through five', async () => {
    const name = await account();
    await identity.mail('confirm-sign-up', name);
    const guess = (n: number) =>
      identity.call('ConfirmSignUp', {
        ClientId: WEB_CLIENT_ID,
        Username: name,
        ConfirmationCode: String(n).padStart(6, 'x'),
      });
    const answers: ProtocolAnswer[] = [];
    // As many at a time as get a connection before fetch gives up, on a busy machine too.
    for (let n = 0; n < 1000; n += 100)
      answers.push(...(await Promise.all(Array.from({ length: 100 }, (_, at) => guess(n + at)))));
    const count = (error: string) => answers.filter((a) => a.error.startsWith(error)).length;
    expect(count('CodeMismatchException')).toBe(5);
    expect(count('LimitExceededException')).toBe(995);
  }, 60_000);

  it('passwords all at once gets through a handful', async () => {
    const name = await account();
    const began = Date.now();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        identity.call('InitiateAuth', {
          ClientId: PLAIN_CLIENT_ID,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME: name, PASSWORD: `Wrong-pass-${n}` },
        }),
      ),
    );
    const passed = answers.filter((a) => a.error.endsWith('Incorrect username or password.'));
    // Five, and one more for each lock that ran out while the hundred were worked on: 1 s, 2 s, 4 s, …
    const locksOver = Math.floor(Math.log2(1 + (Date.now() - began) / 1000));
    expect(passed.length).toBeLessThanOrEqual(5 + locksOver);
    expect(answers.every((a) => a.status === 400)).toBe(true);
  }, 60_000);

  it('mails for one person end after ten an hour', async () => {
    const name = await account();
    const answers = [];
    for (let n = 0; n < 12; n += 1)
      answers.push(
        await identity.call('ResendConfirmationCode', { ClientId: WEB_CLIENT_ID, Username: name }),
      );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(10);
    expect(answers.at(-1)?.error).toBe(
      'LimitExceededException: Attempt limit exceeded, please try after some time.',
    );
  });
});

describe('at rest', () => {
  it('nothing stands for a password, a code or a token in the clear', async () => {
    const name = `${randomUUID()}@example.org`;
    await identity.call('SignUp', { ClientId: WEB_CLIENT_ID, Username: name, Password: PASSWORD });
    const { code } = await identity.mail('confirm-sign-up', name);
    const tables = await identity.sql<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'identity'`,
    );
    expect(tables.length).toBeGreaterThan(10);
    for (const { name: table } of tables) {
      const rows = await identity.sql(`SELECT to_jsonb(t)::text AS row FROM ${table} t`);
      const text = JSON.stringify(rows);
      expect(text).not.toContain(PASSWORD);
      expect(text).not.toContain(`"${code}"`);
      expect(text).not.toContain('"d":');
    }
  });
});
