import { fetchAuthSession } from 'aws-amplify/auth';
import { cognitoCredentialsProvider } from 'aws-amplify/auth/cognito';
import { accept, poolOnTheWire, storeTokens } from '../testing/pool-on-the-wire';
import { configureAmplify } from './configure-amplify';

// product.md, sections 6 and 7: the identity pool. The product's own pages use none of it; an installation that sets it
// up for tools of theirs meets these calls.

const wire = poolOnTheWire();
const IDENTITY_POOL = 'local:0b8f1f6e-6b6e-4a4c-9d5e-0123456789ab';
const END = 4_000_000_000;

function configure(allowGuestAccess: boolean) {
  configureAmplify({
    identityPoolId: IDENTITY_POOL,
    identityPoolEndpoint: 'http://localhost/identities',
    allowGuestAccess,
  });
}

beforeEach(async () => {
  // Unlike the storages, this state survives between tests.
  await cognitoCredentialsProvider.clearCredentialsAndIdentityId();
  wire.answer(({ operation }) =>
    operation === 'GetId'
      ? accept({ IdentityId: 'local:mina' })
      : accept({
          IdentityId: 'local:mina',
          Credentials: {
            AccessKeyId: 'key',
            SecretKey: 'secret',
            SessionToken: 'session',
            Expiration: END,
          },
        }),
  );
});

describe('the calls to the identity pool', () => {
  beforeEach(() => {
    configure(false);
    storeTokens(3600);
  });
  const logins = () => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.idToken')) ?? '';
    return { 'localhost/idp/local_test': localStorage.getItem(key) };
  };

  it('"get identity id (identity pool id, logins map → identity id)"', async () => {
    expect((await fetchAuthSession()).identityId).toBe('local:mina');
    expect(wire.calls[0]).toMatchObject({
      operation: 'GetId',
      body: { IdentityPoolId: IDENTITY_POOL, Logins: logins() },
    });
  });

  it('"get credentials for identity (identity id, logins map → access key id, secret key, session token, expiration)"', async () => {
    expect((await fetchAuthSession()).credentials).toEqual({
      accessKeyId: 'key',
      secretAccessKey: 'secret',
      sessionToken: 'session',
      expiration: new Date(END * 1000),
    });
    expect(wire.calls[1]).toMatchObject({
      operation: 'GetCredentialsForIdentity',
      body: { IdentityId: 'local:mina', Logins: logins() },
    });
  });
});

describe('"guest (unauthenticated) credentials only if a configuration flag allows it"', () => {
  it('asks for none without the flag', async () => {
    configure(false);
    expect((await fetchAuthSession()).credentials).toBeUndefined();
    expect(wire.calls).toEqual([]);
  });

  it('requests anonymous credentials if the flag is set', async () => {
    configure(true);
    expect((await fetchAuthSession()).credentials?.accessKeyId).toBe('key');
    expect(wire.operations()).toEqual(['GetId', 'GetCredentialsForIdentity']);
    for (const { body } of wire.calls) expect(body['Logins'] ?? {}).toEqual({});
  });
});
