import * as auth from 'aws-amplify/auth';
import { accept, poolOnTheWire, refuse, storeTokens } from '../testing/pool-on-the-wire';
import { configureAmplify } from './configure-amplify';

// product.md, section 5: "Identity-service level messages". The screens ask for what is missing before
// Amplify could; its own sentences are the second line.

const wire = poolOnTheWire();
const EMAIL = 'mina@table.example';

const challenge = (name: string) =>
  accept({ ChallengeName: name, Session: 'session', ChallengeParameters: {} });

beforeEach(() => configureAmplify());

describe('what the library requires', () => {
  afterEach(() => expect(wire.calls).toEqual([]));

  it('"username and password required to sign in": the username', () =>
    expect(auth.signIn({ username: '', password: 'x' })).rejects.toThrow(
      'username is required to signIn',
    ));

  it('"username and password required to sign in": the password', () =>
    expect(auth.signIn({ username: EMAIL, password: '' })).rejects.toThrow(
      'password is required to signIn',
    ));

  it('"username and password required to sign in or sign up": the username of a sign-up', () =>
    expect(auth.signUp({ username: '', password: 'x' })).rejects.toThrow(
      'username is required to signUp',
    ));

  it('"code and username required to confirm sign-up": the code', () =>
    expect(auth.confirmSignUp({ username: EMAIL, confirmationCode: '' })).rejects.toThrow(
      'code is required to confirmSignUp',
    ));

  it('"code and username required to confirm sign-up": the username', () =>
    expect(auth.confirmSignUp({ username: '', confirmationCode: '123456' })).rejects.toThrow(
      'username is required to confirmSignUp',
    ));

  it('"a challenge response is required"', () =>
    expect(auth.confirmSignIn({ challengeResponse: '' })).rejects.toThrow(
      'challengeResponse is required to confirmSignIn',
    ));

  it.each([
    ['', 'Newbells8'],
    ['Bellunder7', ''],
  ])(
    '"old and new password are required to change a password": %p and %p',
    async (oldPassword, newPassword) => {
      storeTokens(3600);
      await expect(auth.updatePassword({ oldPassword, newPassword })).rejects.toThrow(
        'oldPassword and newPassword are required to changePassword',
      );
    },
  );

  it('"a password must not be given for the custom-without-SRP flow"', () =>
    expect(
      auth.signIn({
        username: EMAIL,
        password: 'Bellunder7',
        options: { authFlowType: 'CUSTOM_WITHOUT_SRP' },
      }),
    ).rejects.toThrow('A password is not needed when signing in with CUSTOM_WITHOUT_SRP'));

  it('"The user pool id must contain an underscore"', () => {
    configureAmplify({ userPoolId: 'local' });
    return expect(auth.signUp({ username: EMAIL, password: 'x' })).rejects.toMatchObject({
      name: 'InvalidUserPoolId',
      message: 'Invalid user pool id provided.',
    });
  });

  it('"and the identity pool id a colon"', () => {
    configureAmplify({ identityPoolId: 'local', allowGuestAccess: true });
    return expect(auth.fetchAuthSession()).rejects.toMatchObject({
      name: 'InvalidIdentityPoolIdException',
      message: 'Invalid identity pool id provided.',
    });
  });
});

describe('what the pool requires, in the words of the library', () => {
  it('"username and password required to sign in or sign up": the password of a sign-up', async () => {
    const message =
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must not be null";
    wire.answer(() => refuse(400, 'InvalidParameterException', message));
    await expect(auth.signUp({ username: EMAIL, password: '' })).rejects.toThrow(
      'password is required to signUp',
    );
  });

  it('"an MFA choice must be SMS, TOTP or EMAIL"', async () => {
    wire.answer(() => challenge('SELECT_MFA_TYPE'));
    await auth.signIn({ username: EMAIL, password: 'x' });
    await expect(auth.confirmSignIn({ challengeResponse: 'PIGEON' })).rejects.toThrow(
      'Incorrect MFA method was chosen. It should be either SMS, TOTP, or EMAIL',
    );
    expect(wire.operations()).toEqual(['InitiateAuth']);
  });
});
