import { accept, IDENTITY, jwt, poolOnTheWire } from '../../testing/pool-on-the-wire';
import { pass, stopClock } from '../../testing/stopped-clock';
import { openUserPool } from './user-pool/user-pool';

// The real Amplify in a browser with a wrong clock. It corrects for the clock drift at the time of
// sign-in, so tokens have their intended lifetime: no refresh on every call, and no missing
// refresh.

const POOL_TIME = 1_800_000_000_000;
const DAY = 86_400_000;

const wire = poolOnTheWire();
const pool = openUserPool(IDENTITY, () => undefined);
const tokens = (token: string) =>
  accept({
    AuthenticationResult: { AccessToken: token, IdToken: token, RefreshToken: 'refresh' },
    ChallengeParameters: {},
  });

afterEach(() => jest.useRealTimers());
afterAll(() => pool.close());

it.each([
  ['right', 0],
  ['a day ahead', DAY],
  ['a day behind', -DAY],
])('a token lasts until 5 seconds before its end by a clock that is %s', async (_what, skew) => {
  stopClock(POOL_TIME + skew);
  const first = jwt(3600, POOL_TIME);
  wire.answer(() => tokens(first));
  await pool.signIn('mina@table.example', 'Bellunder7');
  const before = wire.calls.length;

  await pass(3_595_000);
  expect(await pool.getIdToken()).toBe(first);
  expect(wire.calls).toHaveLength(before);

  await pass(1);
  const second = jwt(3600, POOL_TIME + 3_595_000);
  wire.answer(() => tokens(second));
  expect(await pool.getIdToken()).toBe(second);
  expect(wire.operations().slice(before)).toEqual(['GetTokensFromRefreshToken']);

  // And the fresh one for as long again.
  await pass(3_590_000);
  expect(await pool.getIdToken()).toBe(second);
  expect(wire.calls).toHaveLength(before + 1);
});
