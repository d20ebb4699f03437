import { randomBytes } from 'node:crypto';
import { Keyring } from '@tomekeeper/service-kit';
import { createDatabase, type TestDatabase } from '@tomekeeper/testing';
import { OperatorCommands } from '../src/operators/operator-commands';
import { Resealing } from '../src/operators/resealing';
import { SigningKeys } from '../src/signing-keys/signing-keys';
import { confirmedPerson, newEmail, signedInPerson } from './person';
import {
  keyring,
  POOL_ID,
  runningIdentity,
  startIdentity,
  type RunningIdentity,
  type Tokens,
} from './running-identity';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase('identity');
});
afterAll(() => database.drop());

const sealingKey = (version: number) => `${version}:${randomBytes(32).toString('base64')}`;

const signIn = async (identity: RunningIdentity, email: string) =>
  (await identity.signIn(email)).tokens;
const refreshed = async (identity: RunningIdentity, token: string) =>
  (await identity.refresh(token)).tokens;
const isSignedIn = async (identity: RunningIdentity, { AccessToken }: Tokens) =>
  (await identity.call('GetUser', { AccessToken })).status === 200;

it('seals everything with a new key while people stay signed in', async () => {
  const [first, second] = [sealingKey(1), sealingKey(2)];
  const TOKEN_ISSUER = `http://localhost/idp/${POOL_ID}`;
  const MAIL_SEAL_KEYS = keyring();
  const withKeys = async (keys: string, work: (identity: RunningIdentity) => Promise<void>) => {
    const POOL_KEYS = Keyring.parse(keys);
    const identity = await startIdentity({ POOL_KEYS, MAIL_SEAL_KEYS, TOKEN_ISSUER, database });
    try {
      await work(identity);
    } finally {
      await identity.stop();
    }
  };

  let email = '';
  let tokens: Tokens | undefined;
  const stillSignedIn = async (identity: RunningIdentity) =>
    expect(tokens && (await isSignedIn(identity, tokens))).toBe(true);

  await withKeys(first, async (identity) => {
    const person = await signedInPerson(identity);
    email = person.email;
    tokens = person;
    await identity.call('AssociateSoftwareToken', { AccessToken: tokens.AccessToken });
    await identity.signUp(newEmail());
    const ring = Keyring.parse(first);
    await identity.sql(
      `INSERT INTO pool_client (pool_id, client_id, flows, sealed_secret)
       VALUES ($1, 'server', '{}', $2)`,
      [POOL_ID, ring.seal('secret', 'client-secret', `${POOL_ID}|server`)],
    );
    await identity.sql(
      `INSERT INTO device (device_key, user_id, group_key, sealed_verifier)
       VALUES ('d', $1, 'g', $2)`,
      [person.id, ring.seal('{}', 'device', `${POOL_ID}|d`)],
    );
  });
  await withKeys(`${second},${first}`, async (identity) => {
    await stillSignedIn(identity);
    const resealing = identity.app.get(Resealing, { strict: false });
    const counts = await resealing.run();
    expect([...counts].filter(([, count]) => count === 0)).toEqual([]);
    expect([...(await resealing.run()).values()].every((count) => count === 0)).toBe(true);
    const tables = await identity.sql<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'identity' AND table_name NOT IN ('auth_session', 'outbox')`,
    );
    for (const { name } of tables) {
      const rows = await identity.sql(`SELECT to_jsonb(t) AS row FROM ${name} t`);
      expect([name, /"1\.[\w-]{38,}"/.test(JSON.stringify(rows))]).toEqual([name, false]);
    }
  });
  await withKeys(second, async (identity) => {
    await stillSignedIn(identity);
    const renewed = await refreshed(identity, tokens?.RefreshToken ?? '');
    expect(await isSignedIn(identity, renewed)).toBe(true);
    expect(await isSignedIn(identity, await signIn(identity, email))).toBe(true);
  });
});

describe('signing keys', () => {
  const identity = runningIdentity();

  const rotate = (...args: string[]) =>
    identity.app.get(OperatorCommands, { strict: false }).run(['rotate-signing-keys', ...args]);
  const published = async () => {
    const answer = await fetch(`${identity.issuer}/.well-known/jwks.json`);
    return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
  };
  const kidOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { kid: string })
      .kid;
  /** Moves the stored times back by that much. */
  const wait = async (time: string) => {
    await identity.sql(
      `UPDATE signing_key SET signs_from = signs_from - $1::interval,
         retire_after = retire_after - $1::interval`,
      [time],
    );
    await identity.app.get(SigningKeys, { strict: false }).ensure();
  };

  it('are published before they sign, and taken away after the last token has run out', async () => {
    const { email } = await confirmedPerson(identity);
    const old = await published();
    const tokens = await signIn(identity, email);
    await rotate();
    const both = await published();
    expect(both).toHaveLength(4);
    expect(both).toEqual(expect.arrayContaining(old));
    const early = await signIn(identity, email);
    expect(old).toContain(kidOf(early.AccessToken));
    // Longer than anyone may keep the list that was published before.
    await wait('70 minutes');
    const fresh = await refreshed(identity, tokens.RefreshToken);
    expect(old).not.toContain(kidOf(fresh.AccessToken));
    expect(old).not.toContain(kidOf(fresh.IdToken));
    expect(kidOf(fresh.AccessToken)).not.toBe(kidOf(fresh.IdToken));
    for (const each of [tokens, early, fresh]) expect(await isSignedIn(identity, each)).toBe(true);
    expect(await published()).toHaveLength(4);
    await wait('66 minutes');
    const left = await published();
    expect(left).toHaveLength(2);
    for (const kid of old) expect(left).not.toContain(kid);
    expect(await isSignedIn(identity, fresh)).toBe(true);
  });

  it('are gone at once when they may be known to others; sessions live on', async () => {
    const tokens = await signedInPerson(identity);
    await rotate('--at-once');
    expect(await published()).not.toContain(kidOf(tokens.AccessToken));
    expect(await isSignedIn(identity, tokens)).toBe(false);
    expect(await isSignedIn(identity, await refreshed(identity, tokens.RefreshToken))).toBe(true);
  });
});
