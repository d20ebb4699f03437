import { InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider';
import { fetchAuthSession, resetPassword, signOut } from 'aws-amplify/auth';
import {
  clearSession,
  configureAmplify,
  newAccount,
  signedInAccount,
  signInAs,
  storedToken,
  useAmplify,
} from './amplify-client';
import { authenticate, called, identityJsUser } from './identity-js-client';
import { newEmail } from './person';
import { addClient } from './pool-client';
import {
  PASSWORD,
  PLAIN_CLIENT_ID,
  refusalOf,
  runningIdentity,
  WEB_CLIENT_ID,
  WRONG_PASSWORD,
} from './running-identity';
import { sdkFor } from './sdk-client';

/** Settings for third-party applications, tested with real clients. */
const ClientId = 'legacyclient1';
const identity = runningIdentity({
  DEVICES: 'always',
  async prepare(running) {
    useAmplify(running);
    await addClient(running, ClientId, { tellsUnknownUsers: true });
  },
});
const sdk = sdkFor(identity);
afterEach(async () => {
  await signOut();
  clearSession();
  configureAmplify(identity);
});

describe('a client with user existence errors enabled', () => {
  it('hears it from every call by name, with each library', async () => {
    const UNKNOWN = 'UserNotFoundException: User does not exist.';
    const USERNAME = newEmail();
    for (const { error } of [
      await identity.signIn(USERNAME, PASSWORD, { ClientId }),
      await identity.chooseFactor(USERNAME, {}, { ClientId }),
      await identity.forgotPassword(USERNAME, { ClientId }),
      await identity.resetPassword(USERNAME, '123456', 'New-pass-word-2', { ClientId }),
      await identity.confirmSignUp(USERNAME, '123456', { ClientId }),
      await identity.resendSignUpCode(USERNAME, { ClientId }),
    ])
      expect(error).toBe(UNKNOWN);
    const AuthParameters = { USERNAME, PASSWORD };
    const bySdk = new InitiateAuthCommand({
      ClientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters,
    });
    configureAmplify(identity, { userPoolClientId: ClientId });
    for (const attempt of [
      () => sdk.send(bySdk),
      () => authenticate(identityJsUser(identity, USERNAME, ClientId), PASSWORD),
      () => signInAs(USERNAME),
      () => resetPassword({ username: USERNAME }),
    ])
      expect(await refusalOf(attempt())).toBe(UNKNOWN);
  });

  it('hears the same as any of a wrong password, and others hear nothing of unknown users', async () => {
    const known = await newAccount(identity);
    expect((await identity.signIn(known, 'Wrong-pass-1', { ClientId })).error).toBe(WRONG_PASSWORD);
    expect((await identity.signIn(newEmail(), 'Wrong-pass-1')).error).toBe(WRONG_PASSWORD);
    expect((await identity.forgotPassword(newEmail())).body).toHaveProperty('CodeDeliveryDetails');
    expect((await identity.signIn(known, PASSWORD, { ClientId })).tokens.AccessToken).toBeTruthy();
  });
});

describe('refresh tokens', () => {
  const byFlow = (REFRESH_TOKEN: string, client: string) =>
    identity.initiate('REFRESH_TOKEN_AUTH', { REFRESH_TOKEN }, { ClientId: client });

  it('of a client that keeps them are good for both ways to refresh, and none gives another', async () => {
    const email = await newAccount(identity);
    const { RefreshToken } = (await identity.signIn(email)).tokens;
    for (let n = 0; n < 2; n += 1)
      for (const { tokens } of [
        await byFlow(RefreshToken, PLAIN_CLIENT_ID),
        await identity.refresh(RefreshToken),
      ]) {
        expect(tokens.AccessToken).toBeTruthy();
        expect(tokens.RefreshToken).toBeUndefined();
      }
    configureAmplify(identity, { userPoolClientId: PLAIN_CLIENT_ID });
    await signInAs(email);
    const kept = storedToken('refreshToken');
    const { tokens } = await fetchAuthSession({ forceRefresh: true });
    expect(tokens?.accessToken.payload['client_id']).toBe(PLAIN_CLIENT_ID);
    expect(storedToken('refreshToken')).toBe(kept);
  });

  it('that are exchanged are not good for the older way, and outlive the attempt', async () => {
    await signedInAccount(identity);
    const before = storedToken('refreshToken');
    expect((await byFlow(before, WEB_CLIENT_ID)).error).toMatch(/^InvalidParameterException/);
    expect((await fetchAuthSession({ forceRefresh: true })).tokens?.accessToken).toBeDefined();
    expect(storedToken('refreshToken')).not.toBe(before);
  });
});

it('where every device is remembered, each library’s is named by its tokens from the second sign-in on', async () => {
  const email = await signedInAccount(identity);
  const key = storedToken('deviceKey');
  expect(key).not.toBe('');
  await signOut();
  await signInAs(email);
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
});
