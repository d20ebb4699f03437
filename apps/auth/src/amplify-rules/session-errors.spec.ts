import { Amplify } from 'aws-amplify';
import { fetchAuthSession, getCurrentUser, rememberDevice, signUp } from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';
import { accept, CLIENT, poolOnTheWire, storeTokens } from '../testing/pool-on-the-wire';

// product.md, section 8: "Session-library errors". Most of them the screens never cause; this is how the
// library says them.

const wire = poolOnTheWire();
const COGNITO = {
  userPoolId: 'local_test',
  userPoolClientId: 'client1',
  userPoolEndpoint: 'http://localhost/idp',
};
const configure = (over: object = {}) =>
  Amplify.configure({ Auth: { Cognito: { ...COGNITO, ...over } } });
const IDENTITY_POOL = {
  identityPoolId: 'local:pool',
  identityPoolEndpoint: 'http://localhost/identities',
  allowGuestAccess: true,
};

beforeAll(() => (ConsoleLogger.LOG_LEVEL = 'ERROR'));
beforeEach(() => configure());

describe('the errors of the session library', () => {
  it("UserUnAuthenticatedException ('User needs to be authenticated to call this API.')", async () => {
    await expect(getCurrentUser()).rejects.toMatchObject({
      name: 'UserUnAuthenticatedException',
      message: 'User needs to be authenticated to call this API.',
    });
    expect(wire.calls).toEqual([]);
  });

  it('NoSessionFoundException, InvalidUserPoolId: the id without an underscore', () => {
    configure({ userPoolId: 'local' });
    return expect(signUp({ username: 'mina', password: 'x' })).rejects.toMatchObject({
      name: 'InvalidUserPoolId',
    });
  });

  it('InvalidIdentityPoolIdException: the id without a colon', () => {
    configure({ ...IDENTITY_POOL, identityPoolId: 'local' });
    return expect(fetchAuthSession()).rejects.toMatchObject({
      name: 'InvalidIdentityPoolIdException',
    });
  });

  it('TokenRefreshException (no refresh for the implicit-grant flow): there is no refresh token', async () => {
    storeTokens(1);
    localStorage.removeItem(`${CLIENT}mina.refreshToken`);
    await expect(fetchAuthSession()).rejects.toMatchObject({
      name: 'TokenRefreshException',
      message: expect.stringContaining("'implicit grant'"),
    });
    expect(wire.calls).toEqual([]);
  });

  it('DeviceMetadataNotFoundException: the device was never confirmed', async () => {
    storeTokens(3600);
    await expect(rememberDevice()).rejects.toMatchObject({
      name: 'DeviceMetadataNotFoundException',
    });
    expect(wire.calls).toEqual([]);
  });

  it('CredentialsException: the identity pool answers without credentials', async () => {
    configure(IDENTITY_POOL);
    storeTokens(3600);
    wire.answer(({ operation }) => accept(operation === 'GetId' ? { IdentityId: 'local:1' } : {}));
    await expect(fetchAuthSession()).rejects.toMatchObject({ name: 'CredentialsException' });
    expect(wire.operations()).toEqual(['GetId', 'GetCredentialsForIdentity']);
  });
});
