import { createRequire } from 'node:module';
import { Amplify } from 'aws-amplify';
import { fetchAuthSession, resendSignUpCode } from 'aws-amplify/auth';
import { CookieStorage } from 'aws-amplify/utils';
import { accept, poolOnTheWire, refuse, storeTokens } from '../testing/pool-on-the-wire';
import { pass, stopClock } from '../testing/stopped-clock';
import { configureAmplify } from './configure-amplify';

// product.md, section 9: the constants that Amplify brings along.

const wire = poolOnTheWire();
const IDENTITY_POOL = {
  identityPoolId: 'local:pool',
  identityPoolEndpoint: 'http://localhost/identities',
  allowGuestAccess: true,
};

beforeEach(() => configureAmplify());
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the constants of the library in force', () => {
  it('Retry: "max 3 attempts, exponential back-off"', async () => {
    stopClock();
    jest.spyOn(Math, 'random').mockReturnValue(0);
    wire.answer(() => refuse(503, 'ServiceUnavailable', 'Not now.'));
    const given = expect(resendSignUpCode({ username: 'mina' })).rejects.toThrow('Not now.');
    await pass(199);
    expect(wire.calls).toHaveLength(1);
    await pass(1);
    expect(wire.calls).toHaveLength(2);
    await pass(399);
    expect(wire.calls).toHaveLength(2);
    await pass(1);
    expect(wire.calls).toHaveLength(3);
    await given;
    await pass(600_000);
    expect(wire.calls).toHaveLength(3);
  });

  it('Retry: back-off "capped at 300,000 ms"', () => {
    // Three attempts never wait that long, so the test calls the delay function directly.
    const ofAmplify = createRequire(require.resolve('aws-amplify'));
    const { jitteredBackoff } = ofAmplify('@aws-amplify/core/internals/aws-client-utils') as {
      jitteredBackoff: (attempt: number) => number;
    };
    jest.spyOn(Math, 'random').mockReturnValue(0);
    expect([1, 2, 3, 11].map(jitteredBackoff)).toEqual([200, 400, 800, 204_800]);
    expect([12, 13, 60].map(jitteredBackoff)).toEqual([300_000, 300_000, 300_000]);
  });

  it.each([
    ['guest', false],
    ['authenticated', true],
  ])('"Credential cache (guest and authenticated)": 50 minutes, %s', async (_who, signedIn) => {
    stopClock();
    configureAmplify({ ...IDENTITY_POOL });
    if (signedIn) storeTokens(4 * 3600);
    wire.answer(({ operation }) =>
      operation === 'GetId'
        ? accept({ IdentityId: 'local:1' })
        : accept({
            IdentityId: 'local:1',
            Credentials: { AccessKeyId: 'a', SecretKey: 's', SessionToken: 't', Expiration: 2e9 },
          }),
    );
    const asked = () =>
      wire.operations().filter((operation) => operation === 'GetCredentialsForIdentity').length;
    const session = async () => (await fetchAuthSession()).credentials?.accessKeyId;
    const before = asked();
    expect(await session()).toBe('a');
    expect(asked()).toBe(before + 1);
    await pass(2_999_999);
    expect(await session()).toBe('a');
    expect(asked()).toBe(before + 1);
    await pass(1);
    expect(await session()).toBe('a');
    expect(asked()).toBe(before + 2);
  });

  it('"Cookie storage defaults": 365-day expiry, secure, path /', async () => {
    stopClock(Date.UTC(2026, 0, 1));
    const set = jest.spyOn(document, 'cookie', 'set');
    await new CookieStorage().setItem('k', 'v');
    const [name, ...attributes] = set.mock.calls[0]?.[0].split('; ') ?? [];
    expect(name).toBe('k=v');
    expect(attributes.sort()).toEqual([
      'expires=Fri, 01 Jan 2027 00:00:00 GMT',
      'path=/',
      'secure',
    ]);
  });

  it('"Default minimum password length when configuration omits it": 6', () => {
    const outputs = (policy: object) => ({
      version: '1',
      auth: {
        aws_region: 'local',
        user_pool_id: 'local_test',
        user_pool_client_id: 'client1',
        password_policy: policy,
      },
    });
    const minLength = () => Amplify.getConfig().Auth?.Cognito?.passwordFormat?.minLength;
    Amplify.configure(outputs({ require_numbers: true }));
    expect(minLength()).toBe(6);
    Amplify.configure(outputs({ min_length: 8 }));
    expect(minLength()).toBe(8);
  });
});
