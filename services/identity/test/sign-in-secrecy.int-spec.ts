import { DecoyUsers } from '../src/users/decoy-users';
import { parseUsername } from '../src/users/username';
import { Authenticator } from './authenticator';
import { confirmedPerson, newEmail, signedInPerson } from './person';
import {
  INVALID_SESSION,
  PASSWORD,
  PLAIN_CLIENT_ID,
  runningIdentity,
  WEB_CLIENT_ID,
  WRONG_PASSWORD,
} from './running-identity';

const identity = runningIdentity();

describe('user existence is hidden in all sign-in methods', () => {
  /**
   * An unknown user name with these simulated factors. The pool's secret determines them, so several names
   * are tried.
   */
  function stranger(wanted: Partial<Record<'phone' | 'passkey' | 'second-factor', boolean>>) {
    const decoys = identity.app.get(DecoyUsers);
    for (let n = 0; n < 10_000; n += 1) {
      const name = newEmail();
      const id = decoys.idOf(parseUsername(name));
      const traits = ['phone', 'passkey', 'second-factor'] as const;
      if (traits.every((trait) => decoys.seemToHave(trait, id) === (wanted[trait] ?? false)))
        return name;
    }
    throw new Error('no such stranger');
  }

  it('is who has an account: answers are alike and stay so', async () => {
    const { email } = await confirmedPerson(identity);
    const name = stranger({});
    const shape = async (username: string, parameters?: object) => {
      const { body } = await identity.chooseFactor(username, parameters);
      const { USER_ID_FOR_SRP, USERNAME, ...shown } = body['ChallengeParameters'] as Record<
        string,
        string
      >;
      return {
        ...body,
        Session: String(body['Session']).length,
        ChallengeParameters: {
          ...shown,
          ids: [USER_ID_FOR_SRP?.length, USERNAME?.length],
          CODE_DELIVERY_DESTINATION: shown['CODE_DELIVERY_DESTINATION']?.slice(1),
        },
      };
    };
    expect(await shape(name)).toEqual(await shape(email));
    const byMail = { PREFERRED_CHALLENGE: 'EMAIL_OTP' };
    expect(await shape(name, byMail)).toEqual(await shape(email, byMail));
    const own = async () =>
      ((await identity.chooseFactor(name)).body['ChallengeParameters'] as Record<string, string>)[
        'USERNAME'
      ];
    expect(await own()).toBe(await own());
  });

  it('uses simulated factors for unknown users, some of which match those of real users', async () => {
    const lists = [
      [{ phone: true }, ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'SMS_OTP']],
      [{ passkey: true }, ['PASSWORD', 'PASSWORD_SRP', 'EMAIL_OTP', 'WEB_AUTHN']],
      [{ 'second-factor': true }, ['PASSWORD', 'PASSWORD_SRP']],
    ] as const;
    for (const [wanted, list] of lists)
      expect((await identity.chooseFactor(stranger(wanted))).body['AvailableChallenges']).toEqual(
        list,
      );

    const name = stranger({ passkey: true, phone: true });
    const passkeys = async () => {
      const { body } = await identity.chooseFactor(name, { PREFERRED_CHALLENGE: 'WEB_AUTHN' });
      const shown = body['ChallengeParameters'] as Record<string, string>;
      return JSON.parse(shown['CREDENTIAL_REQUEST_OPTIONS'] ?? '').allowCredentials as object[];
    };
    expect(await passkeys()).toHaveLength(1);
    expect(await passkeys()).toEqual(await passkeys());
    const message = await identity.chooseFactor(name, { PREFERRED_CHALLENGE: 'SMS_OTP' });
    expect(message.body['ChallengeParameters']).toMatchObject({
      CODE_DELIVERY_DELIVERY_MEDIUM: 'SMS',
      CODE_DELIVERY_DESTINATION: expect.stringMatching(/^\+\*{7}\d{4}$/),
    });
  });

  it('is by wrong codes and passwords, refused to strangers in the same words', async () => {
    const { email } = await confirmedPerson(identity);
    const name = stranger({});
    const errors = async (username: string) => {
      const heard = [];
      const { Session } = (
        await identity.chooseFactor(username, { PREFERRED_CHALLENGE: 'EMAIL_OTP' })
      ).body;
      for (let n = 0; n < 6; n += 1) {
        const code = { USERNAME: username, EMAIL_OTP_CODE: `x${n}` };
        heard.push((await identity.respond('EMAIL_OTP', Session, code)).error);
      }
      const choice = (await identity.chooseFactor(username)).body['Session'];
      const password = { USERNAME: username, ANSWER: 'PASSWORD', PASSWORD: 'Wrong-pass-1' };
      heard.push((await identity.respond('SELECT_CHALLENGE', choice, password)).error);
      heard.push((await identity.respond('PASSWORD', choice, password)).error);
      return heard;
    };
    const known = await errors(email);
    expect(known).toEqual([
      ...Array<string>(5).fill('CodeMismatchException: Invalid code or auth state for the user.'),
      INVALID_SESSION,
      ...Array<string>(2).fill(WRONG_PASSWORD),
    ]);
    expect(await errors(name)).toEqual(known);
    expect(identity.mailsTo(name)).toEqual([]);
    // Both have a limit of sent mails.
    await identity.sql('UPDATE code_quota SET used = 10');
    for (const username of [email, name])
      expect(
        (await identity.chooseFactor(username, { PREFERRED_CHALLENGE: 'EMAIL_OTP' })).error,
      ).toContain('LimitExceededException');
  });

  it('does not sign in disabled accounts or send them mails', async () => {
    const { email, id } = await confirmedPerson(identity);
    await identity.sql('UPDATE pool_user SET enabled = false WHERE id = $1', [id]);
    const { body } = await identity.chooseFactor(email, { PREFERRED_CHALLENGE: 'EMAIL_OTP' });
    expect(body['ChallengeName']).toBe('EMAIL_OTP');
    // A later code of another account has arrived, so this one would have arrived, too.
    const { email: other } = await confirmedPerson(identity);
    await identity.chooseFactor(other, { PREFERRED_CHALLENGE: 'EMAIL_OTP' });
    await identity.mail('sign-in-code', other);
    expect(identity.mailsTo(email).map(({ template }) => template)).not.toContain('sign-in-code');
    expect(
      (await identity.chooseFactor(email, { PREFERRED_CHALLENGE: 'PASSWORD', PASSWORD })).error,
    ).toBe('NotAuthorizedException: User is disabled.');
  });

  it.each([
    ['a factor that there is not', { PREFERRED_CHALLENGE: 'MAGIC' }],
    ['a password that is missing', { PREFERRED_CHALLENGE: 'PASSWORD' }],
    ['a public value that is none', { PREFERRED_CHALLENGE: 'PASSWORD_SRP', SRP_A: '0' }],
  ])('refuses %s', async (_what, parameters) => {
    const { error, status } = await identity.chooseFactor(newEmail(), parameters);
    expect(status).toBe(400);
    expect(error).toContain('InvalidParameterException');
  });
});

it('a session that a confirmed sign-up gave works once, for its person and client', async () => {
  const client = { ClientId: PLAIN_CLIENT_ID };
  const email = newEmail();
  await identity.signUp(email, PASSWORD, client);
  const { code } = await identity.mail('confirm-sign-up', email);
  const { Session } = (await identity.confirmSignUp(email, code, client)).body;
  const use = (username: string, more: object = {}) =>
    identity.chooseFactor(username, {}, { Session, ...more });
  const { email: other } = await confirmedPerson(identity);
  for (const attempt of [
    use(other),
    use(email, { ClientId: WEB_CLIENT_ID }),
    identity.respond('EMAIL_OTP', Session, { USERNAME: email, EMAIL_OTP_CODE: code }),
  ])
    expect((await attempt).error).toBe(INVALID_SESSION);
  const outcomes = await Promise.all([use(email), use(email)]);
  expect(outcomes.filter(({ tokens }) => tokens.AccessToken)).toHaveLength(1);
});

it('no password, second factor, recovery code or code is stored in plain text', async () => {
  const { email, AccessToken } = await signedInPerson(identity);
  const call = (name: string, body: object = {}) => identity.call(name, { AccessToken, ...body });

  // The second is the private part of a signing key, as rows write quotes.
  const secrets: string[] = [PASSWORD, '""d"":'];
  const watchFor = (text: string, bytes: Buffer = Buffer.from(text)) =>
    secrets.push(text, bytes.toString('hex'), bytes.toString('base64'));
  const keep = (secretCode: unknown) => {
    const text = String(secretCode);
    watchFor(text, Authenticator.bytesOf(text));
    return new Authenticator(text);
  };
  const app = keep((await call('AssociateSoftwareToken')).body['SecretCode']);
  await call('VerifySoftwareToken', { UserCode: app.next() });
  await call('SetUserMFAPreference', { SoftwareTokenMfaSettings: { Enabled: true } });
  keep((await call('AssociateSoftwareToken')).body['SecretCode']);
  const made = (await call('CreateRecoveryCodes')).body['RecoveryCodes'] as string[];
  for (const code of made) {
    watchFor(code);
    watchFor(code.replace('-', ''));
  }
  await identity.changeAttributes(AccessToken, { phone_number: '+15550100' });
  const byPhone = await identity.mail('text-message', email);
  const { email: other } = await confirmedPerson(identity);
  const asked = await identity.chooseFactor(other, { PREFERRED_CHALLENGE: 'EMAIL_OTP' });
  const byMail = await identity.mail('sign-in-code', other);
  watchFor(String(asked.body['Session']));
  const unconfirmed = newEmail();
  await identity.signUp(unconfirmed);
  const ofSignUp = await identity.mail('confirm-sign-up', unconfirmed);
  expect(secrets).toHaveLength(2 + 3 * (2 + 20 + 1));

  const tables = await identity.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'identity'`,
  );
  expect(tables.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['software_token', 'recovery_code', 'auth_session', 'outbox']),
  );
  for (const { name } of tables) {
    const rows = await identity.sql<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
    const text = rows.map(({ row }) => row).join('\n');
    for (const secret of secrets) expect(text).not.toContain(secret);
    for (const { code } of [byPhone, byMail, ofSignUp])
      expect(text).not.toMatch(new RegExp(`(^|[^0-9a-z.+:-])${code}([^0-9a-z.+:-]|$)`, 'im'));
  }
});
