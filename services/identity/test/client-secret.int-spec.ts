import {
  type CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  GetTokensFromRefreshTokenCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { createSecretHash } from 'cognito-srp-helper';
import { confirmedPerson, newEmail, PASSWORD } from './person';
import { addClient } from './pool-client';
import { startIdentity, type RunningIdentity } from './running-identity';
import { sdkFor } from './sdk-client';
import { srpProof } from './srp-proof';

/** Applications on a server have a secret and must prove it with every call. */
const CLIENT_ID = 'serverclient1';
const SECRET = 'a-secret-that-only-the-server-knows';
let identity: RunningIdentity;
let sdk: CognitoIdentityProviderClient;
beforeAll(async () => {
  identity = await startIdentity();
  await addClient(identity, CLIENT_ID, { secret: SECRET });
  sdk = sdkFor(identity);
}, 60_000);
afterAll(async () => {
  sdk.destroy();
  await identity.stop();
});

const hashFor = (username: string, secret = SECRET) =>
  createSecretHash(username, CLIENT_ID, secret);

async function signIn(email: string) {
  const proof = await srpProof(sdk, CLIENT_ID, { email, password: PASSWORD, secretHash: hashFor });
  const { AuthenticationResult } = await sdk.send(new RespondToAuthChallengeCommand(proof));
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
