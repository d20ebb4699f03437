import {
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  InitiateAuthCommand,
  ResendConfirmationCodeCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { fetchAuthSession, resetPassword, signIn, signOut } from 'aws-amplify/auth';
import {
  configureAmplify,
  clearSession,
  join,
  startWithAmplify,
  storedToken,
} from './amplify-client';
import { authenticate, called, identityJsUser } from './identity-js-client';
import { newEmail, PASSWORD } from './person';
import { addClient } from './pool-client';
import { PLAIN_CLIENT_ID, WEB_CLIENT_ID, type RunningIdentity } from './running-identity';
import { sdkFor } from './sdk-client';

/** What an installation can set of other applications, as real clients meet it. */
// Amplify names the device after the browser.
Object.defineProperty(globalThis, 'navigator', {
  value: { userAgent: 'Amplify in a test' },
  configurable: true,
});
let identity: RunningIdentity;
let sdk: CognitoIdentityProviderClient;
let legacy: string;
beforeAll(async () => {
  identity = await startWithAmplify({ DEVICES: 'always' });
  sdk = sdkFor(identity);
  legacy = await addClient(identity, 'legacyclient1', { tellsUnknownUsers: true });
}, 60_000);
afterAll(async () => {
  sdk.destroy();
  await identity.stop();
});
afterEach(async () => {
  await signOut();
  clearSession();
  configureAmplify(identity);
});

const UNKNOWN = { name: 'UserNotFoundException', message: 'User does not exist.' };
const initiate = (
  ClientId: string,
  AuthFlow: 'USER_PASSWORD_AUTH' | 'USER_AUTH',
  USERNAME: string,
) =>
  sdk.send(new InitiateAuthCommand({ ClientId, AuthFlow, AuthParameters: { USERNAME, PASSWORD } }));

describe('a client that is told of unknown users', () => {
  it('hears it from every call by name, with each library', async () => {
    const Username = newEmail();
    const about = { ClientId: legacy, Username };
    const code = { ...about, ConfirmationCode: '123456' };
    for (const call of [
      initiate(legacy, 'USER_PASSWORD_AUTH', Username),
      initiate(legacy, 'USER_AUTH', Username),
      sdk.send(new ForgotPasswordCommand(about)),
      sdk.send(new ConfirmForgotPasswordCommand({ ...code, Password: 'New-pass-word-2' })),
      sdk.send(new ConfirmSignUpCommand(code)),
      sdk.send(new ResendConfirmationCodeCommand(about)),
    ])
      await expect(call).rejects.toMatchObject(UNKNOWN);
    await expect(
      authenticate(identityJsUser(identity, Username, legacy), PASSWORD),
    ).rejects.toMatchObject({ code: UNKNOWN.name, message: UNKNOWN.message });
    configureAmplify(identity, { userPoolClientId: legacy });
    await expect(signIn({ username: Username, password: PASSWORD })).rejects.toMatchObject(UNKNOWN);
    await expect(resetPassword({ username: Username })).rejects.toMatchObject(UNKNOWN);
  }, 30_000);

  it('hears the same as any of a wrong password, and others hear nothing of unknown users', async () => {
    const known = await join(identity);
    const wrong = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
    const tried = (ClientId: string, USERNAME: string) =>
      sdk.send(
        new InitiateAuthCommand({
          ClientId,
          AuthFlow: 'USER_PASSWORD_AUTH',
          AuthParameters: { USERNAME, PASSWORD: 'Wrong-pass-1' },
        }),
      );
    await expect(tried(legacy, known)).rejects.toMatchObject(wrong);
    await expect(tried(PLAIN_CLIENT_ID, newEmail())).rejects.toMatchObject(wrong);
    const asked = { ClientId: WEB_CLIENT_ID, Username: newEmail() };
    const { CodeDeliveryDetails } = await sdk.send(new ForgotPasswordCommand(asked));
    expect(CodeDeliveryDetails?.DeliveryMedium).toBe('EMAIL');
    expect(
      (await initiate(legacy, 'USER_PASSWORD_AUTH', known)).AuthenticationResult,
    ).toBeDefined();
  }, 30_000);
});

describe('refresh tokens', () => {
  it('of a client that keeps them are good for both ways to refresh, and none gives another', async () => {
    const email = await join(identity);
    const { AuthenticationResult } = await initiate(PLAIN_CLIENT_ID, 'USER_PASSWORD_AUTH', email);
    const RefreshToken = AuthenticationResult?.RefreshToken ?? '';
    for (let n = 0; n < 2; n += 1) {
      const byFlow = await sdk.send(
        new InitiateAuthCommand({
          ClientId: PLAIN_CLIENT_ID,
          AuthFlow: 'REFRESH_TOKEN_AUTH',
          AuthParameters: { REFRESH_TOKEN: RefreshToken },
        }),
      );
      const byOperation = await sdk.send(
        new GetTokensFromRefreshTokenCommand({ ClientId: PLAIN_CLIENT_ID, RefreshToken }),
      );
      for (const { AuthenticationResult: tokens } of [byFlow, byOperation]) {
        expect(tokens?.AccessToken).toBeTruthy();
        expect(tokens?.RefreshToken).toBeUndefined();
      }
    }
    configureAmplify(identity, { userPoolClientId: PLAIN_CLIENT_ID });
    await signIn({ username: email, password: PASSWORD });
    const kept = storedToken('refreshToken');
    const { tokens } = await fetchAuthSession({ forceRefresh: true });
    expect(tokens?.accessToken.payload['client_id']).toBe(PLAIN_CLIENT_ID);
    expect(storedToken('refreshToken')).toBe(kept);
  }, 30_000);

  it('that are exchanged are not good for the older way, and outlive the attempt', async () => {
    const email = await join(identity);
    await signIn({ username: email, password: PASSWORD });
    await expect(
      sdk.send(
        new InitiateAuthCommand({
          ClientId: WEB_CLIENT_ID,
          AuthFlow: 'REFRESH_TOKEN_AUTH',
          AuthParameters: { REFRESH_TOKEN: storedToken('refreshToken') },
        }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidParameterException' });
    const before = storedToken('refreshToken');
    expect((await fetchAuthSession({ forceRefresh: true })).tokens?.accessToken).toBeDefined();
    expect(storedToken('refreshToken')).not.toBe(before);
  }, 30_000);
});

it('where every device is remembered, each library’s is named by its tokens from the second sign-in on', async () => {
  const email = await join(identity);
  await signIn({ username: email, password: PASSWORD });
  const key = storedToken('deviceKey');
  expect(key).not.toBe('');
  await signOut();
  await signIn({ username: email, password: PASSWORD });
  const named = async (forceRefresh: boolean) =>
    (await fetchAuthSession({ forceRefresh })).tokens?.accessToken.payload['device_key'];
  expect([await named(false), await named(true)]).toEqual([key, key]);

  const user = identityJsUser(identity, email);
  await authenticate(user, PASSWORD);
  const again = await authenticate(user, PASSWORD);
  if (again.name !== 'signed-in') throw new Error(again.name);
  const own = again.session.getAccessToken().payload['device_key'];
  expect(own).toMatch(/^local_[0-9a-f-]{36}$/);
  expect(own).not.toBe(key);
  const refreshed = await called<typeof again.session>((done) =>
    user.refreshSession(again.session.getRefreshToken(), done),
  );
  expect(refreshed?.getAccessToken().payload['device_key']).toBe(own);
}, 60_000);
