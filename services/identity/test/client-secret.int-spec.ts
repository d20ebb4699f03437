import {
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  GetTokensFromRefreshTokenCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  SignUpCommand,
  type InitiateAuthCommandOutput,
} from '@aws-sdk/client-cognito-identity-provider';
import {
  createSecretHash,
  createSrpSession,
  signSrpSession,
  wrapAuthChallenge,
  wrapInitiateAuth,
} from 'cognito-srp-helper';
import { POOL_KEYRING, SEALED } from '../src/user-pool/pool-settings';
import type { Keyring } from '@tomekeeper/service-kit';
import { confirmedPerson, newEmail, PASSWORD } from './person';
import { POOL_ID, startIdentity, type RunningIdentity } from './running-identity';

/** Applications on a server have a secret and must prove it with every call. */
const CLIENT_ID = 'serverclient1';
const SECRET = 'a-secret-that-only-the-server-knows';
let identity: RunningIdentity;
let sdk: CognitoIdentityProviderClient;
beforeAll(async () => {
  identity = await startIdentity();
  const keyring = identity.app.get<Keyring>(POOL_KEYRING, { strict: false });
  await identity.sql(
    `INSERT INTO pool_client (pool_id, client_id, flows, rotates_refresh_tokens, sealed_secret)
     VALUES ($1, $2, '{USER_SRP_AUTH,USER_PASSWORD_AUTH,REFRESH_TOKEN_AUTH}', false, $3)`,
    [POOL_ID, CLIENT_ID, keyring.seal(SECRET, SEALED.clientSecret, `${POOL_ID}|${CLIENT_ID}`)],
  );
  sdk = new CognitoIdentityProviderClient({
    endpoint: identity.endpoint,
    region: 'local',
    maxAttempts: 1,
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
  });
}, 60_000);
afterAll(async () => {
  sdk.destroy();
  await identity.stop();
});

const hashFor = (username: string, secret = SECRET) =>
  createSecretHash(username, CLIENT_ID, secret);

async function signIn(email: string) {
  const session = createSrpSession(email, PASSWORD, POOL_ID, false);
  const challenge: InitiateAuthCommandOutput = await sdk.send(
    new InitiateAuthCommand(
      wrapInitiateAuth(session, {
        ClientId: CLIENT_ID,
        AuthFlow: 'USER_SRP_AUTH',
        AuthParameters: {
          CHALLENGE_NAME: 'SRP_A',
          SECRET_HASH: hashFor(email),
          USERNAME: email,
        },
      }),
    ),
  );
  // In answers the hash is over the name that is sent with it: here the id.
  const { USERNAME = '' } = challenge.ChallengeParameters ?? {};
  const { AuthenticationResult } = await sdk.send(
    new RespondToAuthChallengeCommand(
      wrapAuthChallenge(signSrpSession(session, challenge), {
        ClientId: CLIENT_ID,
        ChallengeName: 'PASSWORD_VERIFIER',
        ChallengeResponses: { SECRET_HASH: hashFor(USERNAME), USERNAME },
      }),
    ),
  );
  return AuthenticationResult ?? {};
}

it('signs up and in with the right hash, in every step', async () => {
  const email = newEmail();
  await sdk.send(
    new SignUpCommand({
      ClientId: CLIENT_ID,
      Username: email,
      Password: PASSWORD,
      SecretHash: hashFor(email),
    }),
  );
  const { code } = await identity.mail('confirm-sign-up', email);
  await sdk.send(
    new ConfirmSignUpCommand({
      ClientId: CLIENT_ID,
      Username: email,
      ConfirmationCode: code,
      SecretHash: hashFor(email),
    }),
  );
  expect((await signIn(email)).AccessToken).toBeTruthy();
}, 30_000);

it('refreshes with the hash over the account’s id, and with nothing else', async () => {
  const { email, id } = await confirmedPerson(identity);
  const other = await confirmedPerson(identity);
  const { RefreshToken = '' } = await signIn(email);
  const refresh = (SECRET_HASH?: string) =>
    sdk.send(
      new InitiateAuthCommand({
        ClientId: CLIENT_ID,
        AuthFlow: 'REFRESH_TOKEN_AUTH',
        AuthParameters: { REFRESH_TOKEN: RefreshToken, ...(SECRET_HASH ? { SECRET_HASH } : {}) },
      }),
    );
  await expect(refresh()).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: `Client ${CLIENT_ID} is configured with secret but SECRET_HASH was not received`,
  });
  for (const wrong of [hashFor(other.id), hashFor(''), hashFor(id, 'another'), 'x'])
    await expect(refresh(wrong)).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: `Unable to verify secret hash for client ${CLIENT_ID}`,
    });
  expect((await refresh(hashFor(id))).AuthenticationResult?.AccessToken).toBeTruthy();
}, 30_000);

it('takes the secret itself where the protocol sends that', async () => {
  const { email } = await confirmedPerson(identity);
  const { RefreshToken = '' } = await signIn(email);
  const tokens = (ClientSecret?: string) =>
    sdk.send(
      new GetTokensFromRefreshTokenCommand({ ClientId: CLIENT_ID, RefreshToken, ClientSecret }),
    );
  const revoke = (ClientSecret?: string) =>
    sdk.send(new RevokeTokenCommand({ ClientId: CLIENT_ID, Token: RefreshToken, ClientSecret }));
  for (const wrong of [undefined, 'another']) {
    await expect(tokens(wrong)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(revoke(wrong)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  }
  expect((await tokens(SECRET)).AuthenticationResult?.AccessToken).toBeTruthy();
  await revoke(SECRET);
  await expect(tokens(SECRET)).rejects.toMatchObject({ message: 'Refresh Token has been revoked' });
}, 30_000);
