import * as auth from 'aws-amplify/auth';
import { accept, CLIENT, poolOnTheWire, refuse, storeTokens } from '../testing/pool-on-the-wire';
import { configureAmplify } from './configure-amplify';

// product.md, section 5: "Identity-service level messages", and section 8: "Session-library errors". The screens
// ask for what is missing before Amplify could, and cause few of the others; this is how the library says them.

const wire = poolOnTheWire();
const username = 'mina@table.example';
const IDENTITY_POOL = {
  identityPoolId: 'local:pool',
  identityPoolEndpoint: 'http://localhost/identities',
  allowGuestAccess: true,
};

beforeEach(() => configureAmplify());

describe('the library refuses without a call', () => {
  afterEach(() => expect(wire.calls).toEqual([]));

  it.each<[title: string, message: string, attempt: () => Promise<unknown>]>([
    [
      '"username and password required to sign in": the username',
      'username is required to signIn',
      () => auth.signIn({ username: '', password: 'x' }),
    ],
    [
      '"username and password required to sign in": the password',
      'password is required to signIn',
      () => auth.signIn({ username, password: '' }),
    ],
    [
      '"username and password required to sign in or sign up": the username of a sign-up',
      'username is required to signUp',
      () => auth.signUp({ username: '', password: 'x' }),
    ],
    [
      '"code and username required to confirm sign-up": the code',
      'code is required to confirmSignUp',
      () => auth.confirmSignUp({ username, confirmationCode: '' }),
    ],
    [
      '"code and username required to confirm sign-up": the username',
      'username is required to confirmSignUp',
      () => auth.confirmSignUp({ username: '', confirmationCode: '123456' }),
    ],
    [
      '"a challenge response is required"',
      'challengeResponse is required to confirmSignIn',
      () => auth.confirmSignIn({ challengeResponse: '' }),
    ],
    [
      '"old and new password are required to change a password": the old one',
      'oldPassword and newPassword are required to changePassword',
      () => auth.updatePassword({ oldPassword: '', newPassword: 'Newbells8' }),
    ],
    [
      '"old and new password are required to change a password": the new one',
      'oldPassword and newPassword are required to changePassword',
      () => auth.updatePassword({ oldPassword: 'Bellunder7', newPassword: '' }),
    ],
    [
      '"a password must not be given for the custom-without-SRP flow"',
      'A password is not needed when signing in with CUSTOM_WITHOUT_SRP',
      () =>
        auth.signIn({
          username,
          password: 'Bellunder7',
          options: { authFlowType: 'CUSTOM_WITHOUT_SRP' },
        }),
    ],
  ])('%s', async (_title, message, attempt) => {
    await expect(attempt()).rejects.toThrow(message);
  });

  it.each<[title: string, error: object, settings: object, attempt: () => Promise<unknown>]>([
    [
      'NoSessionFoundException, InvalidUserPoolId: "The user pool id must contain an underscore"',
      { name: 'InvalidUserPoolId', message: 'Invalid user pool id provided.' },
      { userPoolId: 'local' },
      () => auth.signUp({ username, password: 'x' }),
    ],
    [
      'InvalidIdentityPoolIdException: "and the identity pool id a colon"',
      {
        name: 'InvalidIdentityPoolIdException',
        message: 'Invalid identity pool id provided.',
      },
      { ...IDENTITY_POOL, identityPoolId: 'local' },
      () => auth.fetchAuthSession(),
    ],
    [
      "UserUnAuthenticatedException ('User needs to be authenticated to call this API.')",
      {
        name: 'UserUnAuthenticatedException',
        message: 'User needs to be authenticated to call this API.',
      },
      {},
      () => auth.getCurrentUser(),
    ],
  ])('%s', async (_title, error, settings, attempt) => {
    configureAmplify(settings);
    await expect(attempt()).rejects.toMatchObject(error);
  });

  it('TokenRefreshException (no refresh for the implicit-grant flow): there is no refresh token', async () => {
    storeTokens(1);
    localStorage.removeItem(`${CLIENT}mina.refreshToken`);
    await expect(auth.fetchAuthSession()).rejects.toMatchObject({
      name: 'TokenRefreshException',
      message: expect.stringContaining("'implicit grant'"),
    });
  });

  it('DeviceMetadataNotFoundException: the device was never confirmed', async () => {
    storeTokens(3600);
    await expect(auth.rememberDevice()).rejects.toMatchObject({
      name: 'DeviceMetadataNotFoundException',
    });
  });
});

describe('the library says of an answer', () => {
  it('"username and password required to sign in or sign up": the password of a sign-up', async () => {
    const message =
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must not be null";
    wire.answer(() => refuse(400, 'InvalidParameterException', message));
    await expect(auth.signUp({ username, password: '' })).rejects.toThrow(
      'password is required to signUp',
    );
  });

  it('"an MFA choice must be SMS, TOTP or EMAIL"', async () => {
    const challenge = { ChallengeName: 'SELECT_MFA_TYPE', ChallengeParameters: {} };
    wire.answer(() => accept({ ...challenge, Session: 'session' }));
    await auth.signIn({ username, password: 'x' });
    await expect(auth.confirmSignIn({ challengeResponse: 'PIGEON' })).rejects.toThrow(
      'Incorrect MFA method was chosen. It should be either SMS, TOTP, or EMAIL',
    );
    expect(wire.operations()).toEqual(['InitiateAuth']);
  });

  it('CredentialsException: the identity pool answers without credentials', async () => {
    configureAmplify(IDENTITY_POOL);
    storeTokens(3600);
    wire.answer(({ operation }) => accept(operation === 'GetId' ? { IdentityId: 'local:1' } : {}));
    await expect(auth.fetchAuthSession()).rejects.toMatchObject({ name: 'CredentialsException' });
    expect(wire.operations()).toEqual(['GetId', 'GetCredentialsForIdentity']);
  });
});
