import { RespondToAuthChallengeCommand } from '@aws-sdk/client-cognito-identity-provider';
import { createSecretHash } from 'cognito-srp-helper';
import { confirmedPerson, newEmail } from './person';
import { addClient } from './pool-client';
import { PASSWORD, runningIdentity } from './running-identity';
import { sdkFor } from './sdk-client';
import { srpProof } from './srp-proof';

/** Applications on a server have a secret and must prove it with every call. */
const ClientId = 'serverclient1';
const SECRET = 'a-secret-that-only-the-server-knows';
const identity = runningIdentity({
  prepare: (running) => addClient(running, ClientId, { secret: SECRET }),
});
const sdk = sdkFor(identity);

const hashFor = (username: string, secret = SECRET) => createSecretHash(username, ClientId, secret);

async function signIn(email: string) {
  const proof = await srpProof(sdk, ClientId, { email, password: PASSWORD, secretHash: hashFor });
  const { AuthenticationResult } = await sdk.send(new RespondToAuthChallengeCommand(proof));
  return AuthenticationResult ?? {};
}

it('signs up and in with the right hash, in every step', async () => {
  const email = newEmail();
  const secret = { ClientId, SecretHash: hashFor(email) };
  expect((await identity.signUp(email, PASSWORD, secret)).error).toBe('');
  const { code } = await identity.mail('confirm-sign-up', email);
  expect((await identity.confirmSignUp(email, code, secret)).error).toBe('');
  expect((await signIn(email)).AccessToken).toBeTruthy();
});

it('refreshes with the hash over the account’s id, and with nothing else', async () => {
  const { email, id } = await confirmedPerson(identity);
  const other = await confirmedPerson(identity);
  const { RefreshToken: REFRESH_TOKEN } = await signIn(email);
  const refresh = (SECRET_HASH?: string) =>
    identity.initiate('REFRESH_TOKEN_AUTH', { REFRESH_TOKEN, SECRET_HASH }, { ClientId });
  expect((await refresh()).error).toBe(
    `NotAuthorizedException: Client ${ClientId} is configured with secret but SECRET_HASH was not received`,
  );
  for (const wrong of [hashFor(other.id), hashFor(''), hashFor(id, 'another'), 'x'])
    expect((await refresh(wrong)).error).toBe(
      `NotAuthorizedException: Unable to verify secret hash for client ${ClientId}`,
    );
  expect((await refresh(hashFor(id))).tokens.AccessToken).toBeTruthy();
});

it('takes the secret itself where the protocol sends that', async () => {
  const { email } = await confirmedPerson(identity);
  const { RefreshToken } = await signIn(email);
  const tokens = (ClientSecret?: string) =>
    identity.call('GetTokensFromRefreshToken', { ClientId, RefreshToken, ClientSecret });
  const revoke = (ClientSecret?: string) =>
    identity.call('RevokeToken', { ClientId, Token: RefreshToken, ClientSecret });
  for (const wrong of [undefined, 'another'])
    for (const refused of [await tokens(wrong), await revoke(wrong)])
      expect(refused.error).toMatch(/^NotAuthorizedException/);
  expect((await tokens(SECRET)).tokens.AccessToken).toBeTruthy();
  expect((await revoke(SECRET)).error).toBe('');
  expect((await tokens(SECRET)).error).toContain('Refresh Token has been revoked');
});
