import { rememberDevice, setUpTOTP, signIn } from 'aws-amplify/auth';
import {
  accept,
  CLIENT,
  freshTokens,
  poolOnTheWire,
  storeTokens,
} from '../testing/pool-on-the-wire';
import { configureAmplify } from './configure-amplify';

// product.md, section 7: the calls about a person's phone and devices.

const wire = poolOnTheWire();

beforeEach(() => configureAmplify());

it('confirm device: a device that the pool names makes a secret of its own, and can then be remembered', async () => {
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
}, 60_000);

it('associate software token: asks for the secret of an authenticator app', async () => {
  storeTokens(3600);
  wire.answer(() => accept({ SecretCode: 'JBSWY3DPEHPK3PXP' }));
  const { sharedSecret } = await setUpTOTP();
  expect(sharedSecret).toBe('JBSWY3DPEHPK3PXP');
  expect(wire.operations()).toEqual(['AssociateSoftwareToken']);
  expect(Object.keys(wire.calls[0]?.body ?? {})).toEqual(['AccessToken']);
});
