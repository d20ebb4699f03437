import { waitFor } from '@testing-library/react';
import {
  accept,
  CLIENT,
  IDENTITY,
  jwt,
  poolOnTheWire,
  refuse,
  storeTokens,
} from '../../../testing/pool-on-the-wire';
import { pass, stopClock } from '../../../testing/stopped-clock';
import { openUserPool, type PoolEvent } from './user-pool';

// The real Amplify with a mocked network. The pool's own behavior is tested against
// the real identity service in the browser journeys.

const wire = poolOnTheWire();
const events: PoolEvent[] = [];
const pool = openUserPool(IDENTITY, (event) => events.push(event));
const stored = (name: string) => localStorage.getItem(`${CLIENT}${name}`);

const ACCOUNT = { email: 'a@b.example', password: 'x', firstName: 'A', lastName: 'B' };

/** From now on every refresh brings this token. */
function refreshTo(fresh: string) {
  wire.answer(() => accept({ AuthenticationResult: { IdToken: fresh, AccessToken: fresh } }));
  return fresh;
}
const failToFetch = () => Promise.reject(new TypeError('Failed to fetch'));

beforeEach(() => (events.length = 0));
afterEach(() => jest.useRealTimers());
afterAll(() => pool.close());

describe('the user pool over Amplify', () => {
  it('gives a token that is good for more than 5 seconds without a call', async () => {
    storeTokens(8);
    expect(await pool.getIdToken()).toBe(stored('mina.idToken'));
    expect(wire.calls).toEqual([]);
  });

  it('keeps to the "Token expiry tolerance" of 5 seconds', async () => {
    stopClock(1_800_000_000_000);
    storeTokens(6);
    await pass(1_000);
    expect(await pool.getIdToken()).toBe(stored('mina.idToken'));
    expect(wire.calls).toEqual([]);
    await pass(1);
    const fresh = refreshTo(jwt());
    expect(await pool.getIdToken()).toBe(fresh);
  });

  it('refreshes a token within 5 seconds of its end, once for parallel wishes', async () => {
    storeTokens(4);
    const fresh = refreshTo(jwt());
    expect(await Promise.all([pool.getIdToken(), pool.getIdToken()])).toEqual([fresh, fresh]);
    expect(wire.calls).toMatchObject([
      { url: 'http://localhost/idp', operation: 'GetTokensFromRefreshToken' },
    ]);
  });

  it.each([
    ['access', { accessToken: 4, idToken: 3600 }],
    ['id', { accessToken: 3600, idToken: 4 }],
  ])(
    'refreshes "when the access or id token is within 5 seconds of expiry": only the %s token is',
    async (_which, lasting) => {
      storeTokens(lasting);
      const fresh = refreshTo(jwt(7200));
      expect(await pool.getIdToken()).toBe(fresh);
    },
  );

  it('refreshes "when forced", however long the tokens still last', async () => {
    storeTokens(3600);
    const fresh = jwt(7200);
    wire.answer(({ operation }) =>
      operation === 'VerifyUserAttribute'
        ? accept()
        : accept({ AuthenticationResult: { IdToken: fresh, AccessToken: fresh } }),
    );
    await pool.confirmEmailChange('123456');
    expect(wire.operations()).toEqual(['VerifyUserAttribute', 'GetTokensFromRefreshToken']);
    expect(await pool.getIdToken()).toBe(fresh);
  });

  it('clears the tokens when a refresh fails for any reason: "the stored tokens are cleared"', async () => {
    storeTokens(1);
    wire.answer(() => refuse(503, 'ServiceUnavailable', 'Not now.'));
    expect(await pool.getIdToken()).toBeUndefined();
    expect(stored('mina.refreshToken')).toBeNull();
    expect(stored('LastAuthUser')).toBeNull();
    await waitFor(() => expect(events).toEqual(['signed-out']));
  });

  it('but keeps them when it was the network: "for a reason other than a network error"', async () => {
    storeTokens(1);
    wire.answer(failToFetch);
    await expect(pool.getIdToken()).rejects.toMatchObject({
      name: 'NetworkError',
      message: 'Network Error',
    });
    expect(stored('mina.refreshToken')).toBe('refresh');
    expect(events).toEqual([]);
  });

  it('is signed out after a refresh that is refused: "a not-authorized error yields a signed-out state"', async () => {
    storeTokens(1);
    wire.answer(() => refuse(400, 'NotAuthorizedException', 'Refresh Token has been revoked'));
    expect(await pool.getIdToken()).toBeUndefined();
    expect(stored('LastAuthUser')).toBeNull();
    await waitFor(() => expect(events).toEqual(['signed-out']));
  });

  it('passes the name and the words of a refusal on', async () => {
    wire.answer(() => refuse(400, 'UsernameExistsException', 'User already exists'));
    const account = { ...ACCOUNT, session: 'made-here' };
    await expect(pool.signUp(account)).rejects.toMatchObject({
      name: 'UserPoolError',
      code: 'UsernameExistsException',
      message: 'User already exists',
    });
  });

  it('sends the session of the sign-up, and whether passkeys stay', async () => {
    wire.answer(() => accept({ UserSub: 'a', UserConfirmed: false }));
    await pool.signUp({ ...ACCOUNT, session: 'made-here' });
    await pool.confirmSignUp('a@b.example', '123456', 'made-here');
    await pool.confirmSignUp('a@b.example', '123456');
    await pool.confirmPasswordReset('a@b.example', '123456', 'Newbells8');
    await pool.confirmPasswordReset('a@b.example', '123456', 'Newbells8', { keepFactors: true });
    expect(wire.calls.map(({ body }) => body['ClientMetadata'])).toEqual([
      { sign_up_session: 'made-here' },
      { sign_up_session: 'made-here' },
      undefined,
      { keep_factors: 'false' },
      { keep_factors: 'true' },
    ]);
  });

  it("says 'Network Error' when no answer came", async () => {
    wire.answer(failToFetch);
    await expect(pool.resendSignUpCode('a@b.example')).rejects.toMatchObject({
      message: 'Network Error',
    });
  });

  it('refuses a sign-in while somebody is in: "refused when a user is already signed in", UserAlreadyAuthenticatedException, \'There is already a signed in user.\'', async () => {
    storeTokens(3600);
    await expect(pool.signIn('a@b.example', 'x')).rejects.toMatchObject({
      code: 'UserAlreadyAuthenticatedException',
      message: 'There is already a signed in user.',
    });
  });

  it('revokes the session at sign-out, and forgets it even when that fails', async () => {
    storeTokens(3600);
    wire.answer(() => refuse(400, 'NotAuthorizedException', 'no'));
    await pool.signOut();
    expect(wire.operations()).toEqual(['RevokeToken']);
    expect(stored('mina.idToken')).toBeNull();
    expect(events).toEqual(['signed-out']);
  });

  it('ends every session when asked to', async () => {
    storeTokens(3600);
    wire.answer(() => accept());
    await pool.signOut({ everywhere: true });
    expect(wire.operations()).toEqual(['GlobalSignOut']);
  });
});
