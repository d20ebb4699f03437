import { personByEmailAnswer } from '@tomekeeper/contracts-identity';
import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import { confirmedPerson, PASSWORD } from './person';
import { startIdentity, WEB_CLIENT_ID, type RunningIdentity } from './running-identity';

/** Accounts and sign-in are elsewhere. A second installation stands for the managed pool. */
let pool: RunningIdentity;
let identity: RunningIdentity;
beforeAll(async () => {
  pool = await startIdentity();
  await pool.sql(
    `UPDATE pool_client SET flows = '{USER_PASSWORD_AUTH,REFRESH_TOKEN_AUTH}' WHERE client_id = $1`,
    [WEB_CLIENT_ID],
  );
  identity = await startIdentity({
    POOL_MANAGED: true,
    TOKEN_ISSUER: pool.issuer,
    JWKS_URL: `${pool.issuer}/.well-known/jwks.json`,
  });
}, 60_000);
afterAll(async () => {
  await identity.stop();
  await pool.stop();
});

async function signIn(email: string): Promise<string> {
  const { body } = await pool.call('InitiateAuth', {
    ClientId: WEB_CLIENT_ID,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD },
  });
  return (body['AuthenticationResult'] as { IdToken: string }).IdToken;
}
const ask = (path: string, token: string, init: RequestInit = {}) =>
  fetch(identity.url + path, {
    ...init,
    headers: {
      authorization: `Bearer ${token}`,
      ...(init.body ? { 'content-type': 'application/json' } : {}),
    },
  });

it('knows people from the first time they are seen, and they keep their own names', async () => {
  const { email, id } = await confirmedPerson(pool);
  const token = await signIn(email);
  const patched = await ask('/api/me/', token, {
    method: 'PATCH',
    body: JSON.stringify({ first_name: 'Vex' }),
  });
  expect(await patched.json()).toEqual({ id, email, first_name: 'Vex', last_name: 'Vane' });
  expect(await (await ask('/api/me/', token)).json()).toMatchObject({ first_name: 'Vex' });

  const signer = await ServiceTokenSigner.create(identity.keys.privateKey('campaign'));
  const found = await ask(
    `/internal/people/by-email?email=${encodeURIComponent(email)}`,
    await signer.tokenFor('identity'),
  );
  expect(personByEmailAnswer.parse(await found.json())).toEqual({ id });
});

it('follows an address that goes to somebody else, once that one has proved it', async () => {
  const first = await confirmedPerson(pool);
  await ask('/api/me/', await signIn(first.email));
  await pool.sql(`UPDATE pool_user SET email = 'x' || email WHERE id = $1`, [first.id]);
  const second = await confirmedPerson(pool);
  await pool.sql(`UPDATE pool_user SET email = $2, email_verified = false WHERE id = $1`, [
    second.id,
    first.email,
  ]);
  expect((await ask('/api/me/', await signIn(first.email))).status).toBe(403);
  await pool.sql('UPDATE pool_user SET email_verified = true WHERE id = $1', [second.id]);
  const me = await ask('/api/me/', await signIn(first.email));
  expect(await me.json()).toMatchObject({ id: second.id, email: first.email });
  const moved = await ask('/api/me/', await signIn(`x${first.email}`));
  expect(await moved.json()).toMatchObject({ id: first.id, email: `x${first.email}` });
});

it('ends sessions here when people log out, though they began elsewhere', async () => {
  const { email } = await confirmedPerson(pool);
  const token = await signIn(email);
  expect((await ask('/api/me/', token)).status).toBe(200);
  expect((await ask('/api/logout/', token, { method: 'POST' })).status).toBe(204);
  expect((await ask('/api/me/', token)).status).toBe(401);
});

it('offers nothing that only our own pool can do', async () => {
  const { email } = await confirmedPerson(pool);
  const token = await signIn(email);
  for (const path of ['/api/me/activity/', '/api/me/sessions/', '/idp/confirmUser'])
    expect((await ask(path, token)).status).toBe(404);
  expect((await fetch(`${identity.issuer}/.well-known/jwks.json`)).status).toBe(404);
  expect((await identity.call('SignUp', {})).status).toBe(404);
});
