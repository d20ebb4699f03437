import { waitFor } from '@testing-library/react';
import { openUserPool, type PoolEvent } from './user-pool';

// The real Amplify, with the network in the test's hands. What the pool itself does is tested against
// the real identity service, in the browser journeys.

const CLIENT = 'CognitoIdentityServiceProvider.client1.';
const events: PoolEvent[] = [];
const pool = openUserPool(
  {
    user_pool_id: 'local_test',
    user_pool_client_id: 'client1',
    user_pool_endpoint: '/idp',
  },
  (event) => events.push(event),
);
const requests: { url: string; operation: string | undefined }[] = [];
let respond: (operation: string | undefined) => Response | Promise<Response>;

function jwt(expiresInSeconds: number): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    sub: 'mina',
    'cognito:username': 'mina',
    iat,
    exp: iat + expiresInSeconds,
    origin_jti: 'session',
  };
  return `${encode({ alg: 'RS256' })}.${encode(claims)}.c2ln`;
}

function storeTokens(expiresInSeconds: number) {
  localStorage.setItem(`${CLIENT}LastAuthUser`, 'mina');
  for (const name of ['accessToken', 'idToken']) {
    localStorage.setItem(`${CLIENT}mina.${name}`, jwt(expiresInSeconds));
  }
  localStorage.setItem(`${CLIENT}mina.refreshToken`, 'refresh');
  localStorage.setItem(`${CLIENT}mina.clockDrift`, '0');
}

const refuse = (status: number, name: string, message: string) =>
  new Response(JSON.stringify({ __type: name, message }), {
    status,
    headers: { 'x-amzn-errortype': name },
  });

beforeEach(() => {
  localStorage.clear();
  events.length = 0;
  requests.length = 0;
  globalThis.fetch = async (input, init) => {
    const operation = new Headers(init?.headers).get('x-amz-target')?.split('.')[1];
    requests.push({ url: new Request(input).url, operation });
    return respond(operation);
  };
});

afterAll(() => pool.close());

describe('the user pool over Amplify', () => {
  it('gives a token that is good for more than 5 seconds without a call', async () => {
    storeTokens(8);
    expect(await pool.getIdToken()).toBe(localStorage.getItem(`${CLIENT}mina.idToken`));
    expect(requests).toEqual([]);
  });

  it('refreshes a token within 5 seconds of its end, once for parallel wishes', async () => {
    storeTokens(4);
    const fresh = jwt(3600);
    respond = () =>
      new Response(
        JSON.stringify({ AuthenticationResult: { IdToken: fresh, AccessToken: fresh } }),
      );
    expect(await Promise.all([pool.getIdToken(), pool.getIdToken()])).toEqual([fresh, fresh]);
    expect(requests).toHaveLength(1);
    expect(requests[0]).toEqual({
      url: 'http://localhost/idp',
      operation: 'GetTokensFromRefreshToken',
    });
  });

  it('clears the tokens when a refresh fails, whatever the reason', async () => {
    storeTokens(1);
    respond = () => refuse(503, 'ServiceUnavailable', 'Not now.');
    expect(await pool.getIdToken()).toBeUndefined();
    expect(localStorage.getItem(`${CLIENT}mina.refreshToken`)).toBeNull();
    expect(localStorage.getItem(`${CLIENT}LastAuthUser`)).toBeNull();
    await waitFor(() => expect(events).toEqual(['signed-out']));
  });

  it('but keeps them when it was the network that failed', async () => {
    storeTokens(1);
    respond = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(pool.getIdToken()).rejects.toMatchObject({
      name: 'NetworkError',
      message: 'Network Error',
    });
    expect(localStorage.getItem(`${CLIENT}mina.refreshToken`)).toBe('refresh');
    expect(events).toEqual([]);
  });

  it('is signed out after a refresh that is not authorised', async () => {
    storeTokens(1);
    respond = () => refuse(400, 'NotAuthorizedException', 'Refresh Token has been revoked');
    expect(await pool.getIdToken()).toBeUndefined();
    expect(localStorage.getItem(`${CLIENT}LastAuthUser`)).toBeNull();
    await waitFor(() => expect(events).toEqual(['signed-out']));
  });

  it('passes the name and the words of a refusal on', async () => {
    respond = () => refuse(400, 'UsernameExistsException', 'User already exists');
    const account = { email: 'a@b.example', password: 'x', firstName: 'A', lastName: 'B' };
    await expect(pool.signUp(account)).rejects.toMatchObject({
      name: 'UserPoolError',
      code: 'UsernameExistsException',
      message: 'User already exists',
    });
  });

  it("says 'Network Error' when no answer came", async () => {
    respond = () => Promise.reject(new TypeError('Failed to fetch'));
    await expect(pool.resendSignUpCode('a@b.example')).rejects.toMatchObject({
      message: 'Network Error',
    });
  });

  it('refuses a sign-in while somebody is signed in', async () => {
    storeTokens(3600);
    await expect(pool.signIn('a@b.example', 'x')).rejects.toMatchObject({
      code: 'UserAlreadyAuthenticatedException',
      message: 'There is already a signed in user.',
    });
  });

  it('revokes the session at sign-out, and forgets it even when that fails', async () => {
    storeTokens(3600);
    respond = () => refuse(400, 'NotAuthorizedException', 'no');
    await pool.signOut();
    expect(requests.map((request) => request.operation)).toEqual(['RevokeToken']);
    expect(localStorage.getItem(`${CLIENT}mina.idToken`)).toBeNull();
    expect(events).toEqual(['signed-out']);
  });

  it('ends every session when asked to', async () => {
    storeTokens(3600);
    respond = () => new Response('{}');
    await pool.signOut({ everywhere: true });
    expect(requests.map((request) => request.operation)).toEqual(['GlobalSignOut']);
  });
});
