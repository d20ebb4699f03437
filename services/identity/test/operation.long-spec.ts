import { createDatabase } from '@tomekeeper/testing';
import { SoftwareTokenSetup } from '../src/mfa/software-token-setup';
import { Sweep } from '../src/sweep/sweep';
import { confirmedPerson, newEmail } from './person';
import { keyring, POOL_ID, runningIdentity, startIdentity } from './running-identity';

it('runs as several processes that start at once on an empty database', async () => {
  const database = await createDatabase('identity');
  const POOL_KEYS = keyring();
  const MAIL_SEAL_KEYS = keyring();
  const TOKEN_ISSUER = `http://localhost/idp/${POOL_ID}`;
  const settings = { POOL_KEYS, MAIL_SEAL_KEYS, TOKEN_ISSUER, database };
  const [one, two] = await Promise.all([startIdentity(settings), startIdentity(settings)]);
  try {
    const jwks = async (url: string) =>
      (await fetch(`${url}/idp/${POOL_ID}/.well-known/jwks.json`)).text();
    expect(await jwks(one.url)).toBe(await jwks(two.url));
    const email = newEmail();
    await one.signUp(email);
    await one.sql(`UPDATE pool_user SET status = 'CONFIRMED'`);
    const { AccessToken } = (await two.signIn(email)).tokens;
    expect((await one.call('GetUser', { AccessToken })).status).toBe(200);
    await one.call('GlobalSignOut', { AccessToken });
    expect((await two.call('GetUser', { AccessToken })).error).toContain('revoked');
  } finally {
    await Promise.all([one.stop(), two.stop()]);
    await database.drop();
  }
});

describe('the sweep', () => {
  const identity = runningIdentity();

  it('deletes expired rows only', async () => {
    const { id } = await confirmedPerson(identity);
    await identity.app.get(SoftwareTokenSetup).begin(id);
    await identity.initiate('USER_SRP_AUTH', { USERNAME: newEmail(), SRP_A: 'abc' });
    await identity.forgotPassword(newEmail());
    const counts = async () => {
      const [row] = await identity.sql<Record<string, number>>(
        `SELECT (SELECT count(*)::int FROM auth_session) AS sessions,
                (SELECT count(*)::int FROM verification_code) AS codes,
                (SELECT count(*)::int FROM code_quota) AS quotas,
                (SELECT count(*)::int FROM software_token) AS tokens,
                (SELECT count(*)::int FROM pool_user) AS users,
                (SELECT count(*)::int FROM signing_key) AS keys`,
      );
      return row;
    };
    const sweep = identity.app.get(Sweep);
    await sweep.sweep();
    // One session is the stranger's, the other lets the new account sign in at once.
    const fresh = { sessions: 2, codes: 1, quotas: 4, tokens: 1, users: 1, keys: 2 };
    expect(await counts()).toEqual(fresh);
    await identity.sql(`UPDATE auth_session SET expires_at = now() - interval '2 hours'`);
    await identity.sql(`UPDATE verification_code SET expires_at = now() - interval '2 days'`);
    await identity.sql(`UPDATE code_quota SET window_started = now() - interval '2 days'`);
    await identity.sql(`UPDATE software_token SET created_at = now() - interval '2 days'`);
    await sweep.sweep();
    expect(await counts()).toEqual({ ...fresh, sessions: 0, codes: 0, quotas: 0, tokens: 0 });
  });
});
