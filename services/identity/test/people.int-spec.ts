import { randomUUID } from 'node:crypto';
import {
  peopleAnswer,
  personByEmailAnswer,
  revocationsAnswer,
} from '@tomekeeper/contracts-identity';
import { ServiceTokenSigner } from '@tomekeeper/internal-http';
import { decodeJwt, SignJWT } from 'jose';
import { SigningKeys, type KeyUse } from '../src/signing-keys/signing-keys';
import { confirmedPerson, newEmail, signedInPerson } from './person';
import { PASSWORD, REVOKED, runningIdentity, WEB_CLIENT_ID } from './running-identity';

let campaign: string;
const identity = runningIdentity({
  sendsPasswords: true,
  async prepare({ keys }) {
    const signer = await ServiceTokenSigner.create(keys.privateKey('campaign'));
    campaign = await signer.tokenFor('identity');
  },
});

const signIn = async (email: string) =>
  (await identity.signIn(email, PASSWORD, { ClientId: WEB_CLIENT_ID })).tokens;

const request = (path: string, token?: string, init: RequestInit = {}) =>
  fetch(identity.url + path, {
    ...init,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(init.body ? { 'content-type': 'application/json' } : {}),
    },
  });
const patchMe = (token: string, body: object | string) =>
  request('/api/me/', token, {
    method: 'PATCH',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const DAY_SECONDS = 86_400;

/** The same token, as signed by a pool with a skewed clock. */
async function signedAsOf(skew: number, use: KeyUse, token: string): Promise<string> {
  const { iat = 0, exp = 0, ...claims } = decodeJwt(token);
  const { kid, privateKey } = await identity.app.get(SigningKeys).current(use);
  return new SignJWT({ ...claims, iat: iat + skew, exp: exp + skew })
    .setProtectedHeader({ kid, alg: 'RS256' })
    .sign(privateKey);
}

describe('GET and PATCH /api/me/', () => {
  it('show the person and change their names', async () => {
    const { email, id } = await confirmedPerson(identity);
    const { IdToken: token } = await signIn(email);
    const me = await request('/api/me/', token);
    expect(me.status).toBe(200);
    expect(await me.json()).toEqual({ id, email, first_name: 'Mara', last_name: 'Vane' });

    const changed = await patchMe(token, { first_name: ' Vex ', last_name: '', role: 'admin' });
    expect(changed.status).toBe(200);
    expect(await changed.json()).toEqual({ id, email, first_name: 'Vex', last_name: '' });
    const partly = await patchMe(token, { last_name: 'Vane' });
    expect(await partly.json()).toMatchObject({ first_name: 'Vex', last_name: 'Vane' });
    expect(await (await patchMe(token, {})).json()).toMatchObject({ first_name: 'Vex' });
  });

  it('refuse names that are none', async () => {
    const { email } = await confirmedPerson(identity);
    const { IdToken: token } = await signIn(email);
    for (const body of [
      { first_name: 5 },
      { first_name: 'x'.repeat(201) },
      { last_name: 'a\u0000b' },
      '[]',
      'null',
      '{"first_name":',
    ]) {
      const answer = await patchMe(token, body);
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
    }
  });

  it('take an ID token of the product and nothing else', async () => {
    const { email, IdToken: foreign } = await signedInPerson(identity);
    const { AccessToken, RefreshToken } = await signIn(email);
    for (const bad of [undefined, AccessToken, RefreshToken, foreign, 'a.b.c', campaign]) {
      const answer = await request('/api/me/', bad);
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    }
  });

  it.each([
    ['over since a day', -DAY_SECONDS, 401, 'NotAuthorizedException: Access Token has expired'],
    // Its signer's clock runs ahead of this one; the token is still valid.
    ['made by a clock that is a day ahead', DAY_SECONDS, 200, ''],
  ])('go by their own clock: a token %s', async (_what, skew, status, error) => {
    const tokens = await signIn((await confirmedPerson(identity)).email);
    const shifted = await Promise.all([
      signedAsOf(skew, 'id', tokens.IdToken),
      signedAsOf(skew, 'access', tokens.AccessToken),
    ]);
    expect((await request('/api/me/', shifted[0])).status).toBe(status);
    expect((await identity.call('GetUser', { AccessToken: shifted[1] })).error).toBe(error);
  });
});

describe('POST /api/logout/', () => {
  const logOut = (token?: string) => request('/api/logout/', token, { method: 'POST' });

  it('ends the session at once, here and on the list for the others', async () => {
    const { email } = await confirmedPerson(identity);
    const tokens = await signIn(email);
    const other = await signIn(email);
    expect((await request('/api/me/', tokens.IdToken)).status).toBe(200);
    expect((await logOut(tokens.IdToken)).status).toBe(204);
    // The list contains it at once.
    const list = revocationsAnswer.parse(
      await (await request('/internal/revocations', campaign)).json(),
    );
    expect(list.revoked.map((entry) => entry.origin_jti)).toContain(
      decodeJwt(tokens.IdToken)['origin_jti'],
    );
    expect((await request('/api/me/', tokens.IdToken)).status).toBe(401);
    expect((await request('/api/me/', other.IdToken)).status).toBe(200);
    const { AccessToken } = tokens;
    expect((await identity.call('GetUser', { AccessToken })).error).toBe(REVOKED);
    const refreshed = await identity.refresh(tokens.RefreshToken, WEB_CLIENT_ID);
    expect(refreshed.error).toContain('NotAuthorizedException');
    expect((await logOut(tokens.IdToken)).status).toBe(204);
  });

  it('answers the same when there is nothing to end', async () => {
    for (const token of [undefined, 'nonsense', campaign])
      expect((await logOut(token)).status).toBe(204);
  });
});

describe('internal API for other services', () => {
  const ask = (path: string, token: string | undefined = campaign) => request(path, token);

  it('is answered to services only, with tokens meant for this one', async () => {
    const { email } = await confirmedPerson(identity);
    const { IdToken: person } = await signIn(email);
    const gateway = await ServiceTokenSigner.create(identity.keys.privateKey('gateway'));
    for (const path of ['/internal/people?ids=', '/internal/revocations']) {
      expect((await request(path)).status).toBe(401);
      expect((await ask(path, person)).status).toBe(401);
      expect((await ask(path, await gateway.tokenFor('campaign'))).status).toBe(401);
      expect((await ask(path)).status).toBe(200);
    }
    expect((await ask('/internal/people?ids=', await gateway.tokenFor('identity'))).status).toBe(
      403,
    );
  });

  it('returns names by ID, without addresses, and omits unknown users', async () => {
    const { id, email } = await confirmedPerson(identity);
    const pending = await identity.signUp(newEmail());
    const answer = await ask(
      `/internal/people?ids=${id},${randomUUID()},${String(pending.body['UserSub'])}`,
    );
    const text = await answer.text();
    expect(text).not.toContain(email);
    expect(peopleAnswer.parse(JSON.parse(text))).toEqual({ people: [{ id, name: 'Mara Vane' }] });
    expect((await ask('/internal/people?ids=nonsense')).status).toBe(400);
  });

  it('finds people by address once they are confirmed', async () => {
    const { id, email } = await confirmedPerson(identity);
    const byEmail = (value: string) =>
      ask(`/internal/people/by-email?email=${encodeURIComponent(value)}`);
    const found = await byEmail(` ${email.toUpperCase()} `);
    expect(personByEmailAnswer.parse(await found.json())).toEqual({ id });
    const pending = newEmail();
    await identity.signUp(pending);
    for (const stranger of [pending, newEmail()])
      expect((await byEmail(stranger)).status).toBe(404);
    expect((await byEmail('nonsense')).status).toBe(400);
  });

  it('tells new revocations by cursor, and all of them without one', async () => {
    const list = async (after?: string) =>
      revocationsAnswer.parse(
        await (await ask(`/internal/revocations${after ? `?after=${after}` : ''}`)).json(),
      );
    const origins = (answer: Awaited<ReturnType<typeof list>>) =>
      answer.revoked.map((entry) => entry.origin_jti);
    const { email } = await confirmedPerson(identity);
    const before = await list();
    const tokens = await signIn(email);
    await identity.call('GlobalSignOut', { AccessToken: tokens.AccessToken });
    const origin = decodeJwt(tokens.AccessToken)['origin_jti'];
    expect(origins(before)).not.toContain(origin);
    const after = await list(before.cursor);
    expect(origins(after)).toContain(origin);
    expect(Number(after.cursor)).toBeGreaterThanOrEqual(Number(before.cursor));
    // Old events are not sent again; a client that starts without a cursor still receives them.
    await identity.sql(`UPDATE revoked_origin SET revoked_at = now() - interval '1 minute'`);
    expect(origins(await list(after.cursor))).not.toContain(origin);
    expect(origins(await list())).toContain(origin);
    const until = after.revoked.find((entry) => entry.origin_jti === origin)?.until;
    expect(Date.parse(until ?? '')).toBeGreaterThan(Date.now() + 3600_000);
    expect((await ask('/internal/revocations?after=x')).status).toBe(400);
  });
});
