import {
  fetchAuthSession,
  fetchDevices,
  forgetDevice,
  rememberDevice,
  signOut,
} from 'aws-amplify/auth';
import {
  clearSession,
  newAccount,
  signInAs,
  signsInWith,
  storedToken,
  useAmplify,
} from './amplify-client';
import { authenticate, identityJsUser } from './identity-js-client';
import { confirmedPerson } from './person';
import { PASSWORD, refusalOf, runningIdentity, WRONG_PASSWORD } from './running-identity';

describe('where people say which devices to remember', () => {
  const identity = runningIdentity({ prepare: useAmplify });
  afterEach(async () => {
    await signOut();
    clearSession();
  });

  /** A person whose second factor is a code by mail. */
  async function careful(): Promise<{ email: string; id: string }> {
    const email = await newAccount(identity);
    const [row] = await identity.sql<{ id: string }>(
      `INSERT INTO mfa_factor (user_id, kind, preferred)
       SELECT id, 'EMAIL_OTP', true FROM pool_user WHERE email = $1 RETURNING user_id AS id`,
      [email],
    );
    return { email, id: row?.id ?? '' };
  }
  async function signInByCode(email: string): Promise<void> {
    identity.clearInbox();
    const asked = await signInAs(email);
    expect(asked.nextStep.signInStep).toBe('CONFIRM_SIGN_IN_WITH_EMAIL_CODE');
    const { code } = await identity.mail('sign-in-code', email);
    expect(await signsInWith(code)).toBe(true);
  }

  it('a remembered device needs no second factor, any other does', async () => {
    const { email, id } = await careful();
    await signInByCode(email);
    const [device, ...others] = await fetchDevices();
    expect(others).toEqual([]);
    expect(device).toMatchObject({
      id: storedToken('deviceKey'),
      name: 'Amplify in a test',
      createDate: expect.any(Date),
    });
    await signOut();
    // The device is confirmed, but not remembered.
    await signInByCode(email);
    await rememberDevice();
    await signOut();
    const again = await signInAs(email);
    expect(again.nextStep.signInStep).toBe('DONE');
    expect(await fetchDevices()).toHaveLength(1);
    expect((await identity.eventsOf(id)).slice(0, 3)).toEqual([
      'signed_in',
      'signed_out',
      'device_remembered',
    ]);
    await signOut();
    expect(await refusalOf(signInAs(email, 'Wrong-pass-1'))).toBe(WRONG_PASSWORD);

    clearSession(); // Another browser.
    await signInByCode(email);
    expect(await fetchDevices()).toHaveLength(2);
  });

  it('the access token names a remembered device, over refreshes and until it is forgotten', async () => {
    const { email } = await careful();
    const named = async (refresh = false) => {
      const { tokens } = await fetchAuthSession({ forceRefresh: refresh });
      return [tokens?.accessToken.payload['device_key'], tokens?.idToken?.payload['device_key']];
    };
    await signInByCode(email);
    expect(await named(true)).toEqual([undefined, undefined]);
    const key = storedToken('deviceKey');
    await rememberDevice();
    expect(await named(true)).toEqual([key, undefined]);
    await signOut();
    await signInAs(email);
    expect(await named()).toEqual([key, undefined]);
    for (let refreshes = 0; refreshes < 2; refreshes += 1)
      expect(await named(true)).toEqual([key, undefined]);
    await forgetDevice();
    expect(await named(true)).toEqual([undefined, undefined]);
  });

  it('a device that was forgotten elsewhere signs in as a new one', async () => {
    const { email, id } = await careful();
    await signInByCode(email);
    await rememberDevice();
    await signOut();
    const old = storedToken('deviceKey');
    await identity.sql('DELETE FROM device WHERE user_id = $1', [id]);
    await signInByCode(email);
    expect(storedToken('deviceKey')).not.toBe(old);
    await forgetDevice();
    expect(await fetchDevices()).toEqual([]);
  });

  it('of another user is not found, and costs nothing without a second factor', async () => {
    const { email } = await careful();
    await signInByCode(email);
    const DeviceKey = storedToken('deviceKey');
    await signOut();
    clearSession();
    await signInAs(await newAccount(identity));
    expect(storedToken('deviceKey')).toBe('');
    const AccessToken = (await fetchAuthSession()).tokens?.accessToken.toString();
    const verifier = { Salt: 'AAAA', PasswordVerifier: 'AQAB' };
    for (const [operation, more] of [
      ['GetDevice', {}],
      ['ForgetDevice', {}],
      ['UpdateDeviceStatus', { DeviceRememberedStatus: 'remembered' }],
      ['ConfirmDevice', { DeviceSecretVerifierConfig: verifier }],
    ] as const)
      expect((await identity.call(operation, { AccessToken, DeviceKey, ...more })).error).toBe(
        'ResourceNotFoundException: Device does not exist.',
      );
    for (const PasswordVerifier of ['', 'AA==', '?', Buffer.alloc(500, 255).toString('base64')])
      expect(
        (
          await identity.call('ConfirmDevice', {
            AccessToken,
            DeviceKey,
            DeviceSecretVerifierConfig: { Salt: 'AAAA', PasswordVerifier },
          })
        ).error,
      ).toContain('InvalidParameterException');
  });
});

describe('where every device is remembered', () => {
  const identity = runningIdentity({ DEVICES: 'always' });

  it('the older client’s proves itself too', async () => {
    const { email, id } = await confirmedPerson(identity);
    const user = identityJsUser(identity, email);
    expect((await authenticate(user, PASSWORD)).name).toBe('signed-in');
    const used = async () =>
      identity.sql<{ remembered: boolean; used: boolean }>(
        `SELECT remembered, authenticated_at > created_at AS used FROM device WHERE user_id = $1`,
        [id],
      );
    expect(await used()).toEqual([{ remembered: true, used: false }]);
    expect((await authenticate(user, PASSWORD)).name).toBe('signed-in');
    expect(await used()).toEqual([{ remembered: true, used: true }]);
  });
});
