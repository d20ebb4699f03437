import {
  confirmSignIn,
  confirmSignUp,
  fetchAuthSession,
  rememberDevice,
  setUpTOTP,
  signIn,
  signUp,
} from 'aws-amplify/auth';
import {
  accept,
  CLIENT,
  freshTokens,
  poolOnTheWire,
  storeTokens,
} from '../testing/pool-on-the-wire';
import { configureAmplify } from './configure-amplify';

// product.md, section 7: "Payload fields seen" and "Response fields read". Browser tests cover the
// fields that the product uses; this spec covers the other fields of the library.

const wire = poolOnTheWire();
const EMAIL = 'mina@table.example';
const bodyOf = (operation: string) => wire.calls.find((call) => call.operation === operation)?.body;

beforeEach(() => configureAmplify());

describe('the fields of calls to the identity service', () => {
  it('ClientMetadata, UserContextData: data about the call and the browser', async () => {
    const AmazonCognitoAdvancedSecurityData = { getData: () => 'fingerprint' };
    Object.assign(window, { AmazonCognitoAdvancedSecurityData });
    try {
      wire.answer(() => accept({ UserConfirmed: false, UserSub: '1' }));
      const options = { userAttributes: {}, clientMetadata: { table: 'eight' } };
      await signUp({ username: EMAIL, password: 'x', options });
      expect(bodyOf('SignUp')).toMatchObject({
        ClientMetadata: { table: 'eight' },
        UserContextData: { EncodedData: 'fingerprint' },
      });
    } finally {
      Reflect.deleteProperty(window, 'AmazonCognitoAdvancedSecurityData');
    }
  });

  it('ValidationData: checked by the pool and not kept', async () => {
    wire.answer(() => accept({ UserConfirmed: false, UserSub: '1' }));
    const options = { userAttributes: {}, validationData: { invitation: '7' } };
    await signUp({ username: EMAIL, password: 'x', options });
    expect(bodyOf('SignUp')).toMatchObject({
      ValidationData: [{ Name: 'invitation', Value: '7' }],
    });
  });

  it('ForceAliasCreation: an address moves to the account that confirms it', async () => {
    wire.answer(() => accept());
    const options = { forceAliasCreation: true };
    await confirmSignUp({ username: EMAIL, confirmationCode: '123456', options });
    expect(bodyOf('ConfirmSignUp')).toMatchObject({ ForceAliasCreation: true });
  });

  it('Session: read from one answer, sent with the next call', async () => {
    const challenge = { ChallengeName: 'SOFTWARE_TOKEN_MFA', ChallengeParameters: {} };
    wire.answer(({ operation }) =>
      accept(operation === 'InitiateAuth' ? { ...challenge, Session: 'first' } : freshTokens()),
    );
    const options = { authFlowType: 'USER_PASSWORD_AUTH' } as const;
    await signIn({ username: EMAIL, password: 'x', options });
    await confirmSignIn({ challengeResponse: '123456' });
    expect(bodyOf('RespondToAuthChallenge')).toMatchObject({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: 'first',
    });
  });

  it('Token refresh: device key, of a device that is remembered', async () => {
    storeTokens(1);
    for (const [name, value] of [
      ['deviceKey', 'this phone'],
      ['deviceGroupKey', 'phones'],
      ['randomPasswordKey', 'secret'],
    ])
      localStorage.setItem(`${CLIENT}mina.${name}`, String(value));
    wire.answer(() => accept(freshTokens()));
    await fetchAuthSession();
    expect(bodyOf('GetTokensFromRefreshToken')).toEqual({
      ClientId: 'client1',
      RefreshToken: 'refresh',
      DeviceKey: 'this phone',
    });
  });
});

// The calls about a person's phone and devices.
it('confirm device: a new device creates a secret and can then be remembered', async () => {
  const { AuthenticationResult } = freshTokens();
  const NewDeviceMetadata = { DeviceKey: 'local_phone', DeviceGroupKey: '-phones' };
  wire.answer(({ operation }) =>
    accept(
      operation === 'InitiateAuth'
        ? { AuthenticationResult: { ...AuthenticationResult, NewDeviceMetadata } }
        : {},
    ),
  );
  const options = { authFlowType: 'USER_PASSWORD_AUTH' } as const;
  await signIn({ username: 'mina', password: 'x', options });
  expect(wire.operations()).toEqual(['InitiateAuth', 'ConfirmDevice']);
  expect(wire.calls[1]?.body).toEqual({
    AccessToken: AuthenticationResult.AccessToken,
    DeviceKey: 'local_phone',
    DeviceName: navigator.userAgent,
    DeviceSecretVerifierConfig: {
      Salt: expect.stringMatching(/.{20}/),
      PasswordVerifier: expect.stringMatching(/.{500}/),
    },
  });
  expect(localStorage.getItem(`${CLIENT}mina.deviceKey`)).toBe('local_phone');
  await rememberDevice();
  expect(wire.calls[2]).toMatchObject({
    operation: 'UpdateDeviceStatus',
    body: { DeviceKey: 'local_phone', DeviceRememberedStatus: 'remembered' },
  });
});

it('associate software token: asks for the secret of an authenticator app', async () => {
  storeTokens(3600);
  wire.answer(() => accept({ SecretCode: 'JBSWY3DPEHPK3PXP' }));
  const { sharedSecret } = await setUpTOTP();
  expect(sharedSecret).toBe('JBSWY3DPEHPK3PXP');
  expect(wire.operations()).toEqual(['AssociateSoftwareToken']);
  expect(Object.keys(wire.calls[0]?.body ?? {})).toEqual(['AccessToken']);
});
