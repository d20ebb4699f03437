import { fetchAuthSession, getCurrentUser, rememberDevice, signUp } from 'aws-amplify/auth';
import { accept, CLIENT, poolOnTheWire, storeTokens } from '../testing/pool-on-the-wire';
import { configureAmplify } from './configure-amplify';

// product.md, section 8: "Session-library errors". Most of them the screens never cause; this is how the
// library says them.

const wire = poolOnTheWire();
const IDENTITY_POOL = {
  identityPoolId: 'local:pool',
  identityPoolEndpoint: 'http://localhost/identities',
  allowGuestAccess: true,
};

beforeEach(() => configureAmplify());

describe('the errors of the session library', () => {
  it("UserUnAuthenticatedException ('User needs to be authenticated to call this API.')", async () => {
    await expect(getCurrentUser()).rejects.toMatchObject({
      name: 'UserUnAuthenticatedException',
      message: 'User needs to be authenticated to call this API.',
    });
    expect(wire.calls).toEqual([]);
  });

  it('NoSessionFoundException, InvalidUserPoolId: the id without an underscore', () => {
    configureAmplify({ userPoolId: 'local' });
    return expect(signUp({ username: 'mina', password: 'x' })).rejects.toMatchObject({
      name: 'InvalidUserPoolId',
    });
  });

  it('InvalidIdentityPoolIdException: the id without a colon', () => {
    configureAmplify({ ...IDENTITY_POOL, identityPoolId: 'local' });
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
    configureAmplify(IDENTITY_POOL);
    storeTokens(3600);
    wire.answer(({ operation }) => accept(operation === 'GetId' ? { IdentityId: 'local:1' } : {}));
    await expect(fetchAuthSession()).rejects.toMatchObject({ name: 'CredentialsException' });
    expect(wire.operations()).toEqual(['GetId', 'GetCredentialsForIdentity']);
  });
});
