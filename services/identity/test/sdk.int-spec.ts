import {
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  InitiateAuthCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import { N } from '../src/srp/modular-power';
import { confirmedPerson, newEmail, PASSWORD } from './person';
import {
  PLAIN_CLIENT_ID,
  startIdentity,
  WEB_CLIENT_ID,
  type RunningIdentity,
} from './running-identity';
import { sdkFor } from './sdk-client';
import { srpProof, timestampOf } from './srp-proof';

/** The SDK shows each answer as it is, so this is where the rules are tried one by one. */
let identity: RunningIdentity;
let sdk: CognitoIdentityProviderClient;
beforeAll(async () => {
  identity = await startIdentity();
  sdk = sdkFor(identity);
}, 60_000);
afterAll(async () => {
  sdk.destroy();
  await identity.stop();
});

const proof = (email: string, password = PASSWORD, clientId = WEB_CLIENT_ID, clock = new Date()) =>
  srpProof(sdk, clientId, { email, password, clock });

const respond = (input: Awaited<ReturnType<typeof proof>>) =>
  sdk.send(new RespondToAuthChallengeCommand(input));

async function signedIn(email: string) {
  const { AuthenticationResult } = await respond(await proof(email));
  return {
    access: AuthenticationResult?.AccessToken ?? '',
    id: AuthenticationResult?.IdToken ?? '',
    refresh: AuthenticationResult?.RefreshToken ?? '',
  };
}

const refresh = (RefreshToken: string, ClientId = WEB_CLIENT_ID) =>
  sdk.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }));

describe('signing in', () => {
  it('works', async () => {
    const { email, id } = await confirmedPerson(identity);
    const { AuthenticationResult } = await respond(await proof(email));
    expect(AuthenticationResult).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer' });
    const user = await sdk.send(
      new GetUserCommand({ AccessToken: AuthenticationResult?.AccessToken }),
    );
    expect(user.Username).toBe(id);
  });

  it.each([
    ['behind', -1],
    ['ahead', 1],
  ])('works for someone whose clock is a day %s', async (_where, days) => {
    const { email } = await confirmedPerson(identity);
    const clock = new Date(Date.now() + days * 86_400_000);
    const proved = await proof(email, PASSWORD, WEB_CLIENT_ID, clock);
    expect(proved).toMatchObject({ ChallengeResponses: { TIMESTAMP: timestampOf(clock) } });
    expect((await respond(proved)).AuthenticationResult?.AccessToken).toBeTruthy();
    // However old it says it is: once only.
    await expect(respond(proved)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  });

  it('works once with each proof', async () => {
    const { email } = await confirmedPerson(identity);
    const once = await proof(email);
    await respond(once);
    await expect(respond(once)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    const twice = await proof(email);
    const outcomes = await Promise.allSettled([respond(twice), respond(twice), respond(twice)]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  it('takes no proof of another client, person or password', async () => {
    const { email } = await confirmedPerson(identity);
    const { email: other } = await confirmedPerson(identity);
    const elsewhere = await proof(email);
    await expect(respond({ ...elsewhere, ClientId: PLAIN_CLIENT_ID })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
    const borrowed = await proof(email);
    await expect(
      respond({
        ...borrowed,
        ChallengeResponses: { ...borrowed.ChallengeResponses, USERNAME: other },
      }),
    ).rejects.toMatchObject({ name: 'NotAuthorizedException' });
    await expect(respond(await proof(email, 'Wrong-pass-1'))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
    await expect(respond(await proof(newEmail()))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });

  it.each([
    ['zero', '0'],
    ['the prime', N.toString(16)],
    ['twice the prime, too long', (N * 2n).toString(16)],
    ['no number', 'hello'],
    ['endless', 'f'.repeat(5000)],
  ])('refuses a public value that is %s', async (_what, SRP_A) => {
    const { error, status } = await identity.call('InitiateAuth', {
      ClientId: WEB_CLIENT_ID,
      AuthFlow: 'USER_SRP_AUTH',
      AuthParameters: { USERNAME: 'a@example.org', SRP_A },
    });
    expect(status).toBe(400);
    expect(error).toContain('InvalidParameterException');
  });

  it.each([
    ['a padded day', { TIMESTAMP: 'Wed Apr 05 22:42:34 UTC 2017' }, 'InvalidParameterException'],
    ['no signature', { PASSWORD_CLAIM_SIGNATURE: '' }, 'InvalidParameterException'],
    ['a made-up block', { PASSWORD_CLAIM_SECRET_BLOCK: 'AAAA' }, 'NotAuthorizedException'],
    ['a made-up signature', { PASSWORD_CLAIM_SIGNATURE: 'AAAA' }, 'NotAuthorizedException'],
  ])('refuses %s', async (_what, bent, name) => {
    const { email } = await confirmedPerson(identity);
    const input = await proof(email);
    await expect(
      respond({ ...input, ChallengeResponses: { ...input.ChallengeResponses, ...bent } }),
    ).rejects.toMatchObject({ name });
  });

  it('is closed after wrong passwords, and opens again', async () => {
    const { email, id } = await confirmedPerson(identity);
    for (let n = 0; n < 5; n += 1)
      await expect(respond(await proof(email, `Wrong-pass-${n}`))).rejects.toThrow(
        'Incorrect username or password.',
      );
    const attempts = () =>
      identity.sql<{ failures: number; seconds: number }>(
        `SELECT failures, extract(epoch FROM locked_until - last_at)::int AS seconds
           FROM guess_count WHERE user_id = $1 AND source LIKE 'network.%'`,
        [id],
      );
    expect(await attempts()).toEqual([{ failures: 5, seconds: 1 }]);
    // The client's arithmetic may well take longer than a second here.
    const lockFor = (time: string) =>
      identity.sql(
        `UPDATE guess_count SET locked_until = now() + $2::interval
          WHERE user_id = $1 AND source LIKE 'network.%'`,
        [id, time],
      );
    await lockFor('1 minute');
    await expect(respond(await proof(email))).rejects.toThrow('Password attempts exceeded');
    await lockFor('-1 second');
    expect((await respond(await proof(email))).AuthenticationResult).toBeDefined();
    expect(await attempts()).toEqual([]);
  }, 30_000);

  it('is open to right passwords that come all at once', async () => {
    const { email } = await confirmedPerson(identity);
    const proofs = [];
    // One by one, because this client's arithmetic blocks the process that it shares with the service.
    for (let n = 0; n < 8; n += 1) proofs.push(await proof(email));
    const answers = await Promise.all(proofs.map(respond));
    expect(answers.every((answer) => answer.AuthenticationResult?.AccessToken)).toBe(true);
  }, 60_000);
});

describe('refreshing', () => {
  it('gives a new refresh token; the old one works a little longer, then ends the session', async () => {
    const { email } = await confirmedPerson(identity);
    const first = await signedIn(email);
    const { AuthenticationResult: second } = await refresh(first.refresh);
    expect(second?.RefreshToken).toBeTruthy();
    expect(second?.RefreshToken).not.toBe(first.refresh);
    // Another tab, at the same time:
    const { AuthenticationResult: tab } = await refresh(first.refresh);
    expect(tab?.RefreshToken).toBeTruthy();

    await identity.sql(`UPDATE refresh_token SET rotated_at = rotated_at - interval '21 seconds'`);
    await expect(refresh(first.refresh)).rejects.toMatchObject({
      name: 'RefreshTokenReuseException',
    });
    for (const token of [second?.RefreshToken, tab?.RefreshToken])
      await expect(refresh(token ?? '')).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'Refresh Token has been revoked',
      });
    await expect(
      sdk.send(new GetUserCommand({ AccessToken: second?.AccessToken })),
    ).rejects.toMatchObject({ message: 'Access Token has been revoked' });
  });

  it('never outlives the session, whatever is exchanged', async () => {
    const { email } = await confirmedPerson(identity);
    const first = await signedIn(email);
    const { AuthenticationResult: second } = await refresh(first.refresh);
    await identity.sql(`UPDATE user_session SET expires_at = now() - interval '1 second'`);
    await expect(refresh(second?.RefreshToken ?? '')).rejects.toMatchObject({
      message: 'Refresh Token has expired',
    });
  });

  it('is refused to other clients, to unknown tokens and to tokens of another kind', async () => {
    const { email } = await confirmedPerson(identity);
    const tokens = await signedIn(email);
    for (const attempt of [
      refresh(tokens.refresh, PLAIN_CLIENT_ID),
      refresh('made-up'),
      refresh(tokens.id),
      refresh(tokens.access),
    ])
      await expect(attempt).rejects.toMatchObject({
        name: 'NotAuthorizedException',
        message: 'Invalid Refresh Token',
      });
    await expect(
      sdk.send(
        new InitiateAuthCommand({
          ClientId: WEB_CLIENT_ID,
          AuthFlow: 'REFRESH_TOKEN_AUTH',
          AuthParameters: { REFRESH_TOKEN: tokens.refresh },
        }),
      ),
    ).rejects.toMatchObject({ name: 'InvalidParameterException' });
    expect((await refresh(tokens.refresh)).AuthenticationResult?.AccessToken).toBeTruthy();
  });

  it('stops when the account is disabled', async () => {
    const { email, id } = await confirmedPerson(identity);
    const tokens = await signedIn(email);
    await identity.sql('UPDATE pool_user SET enabled = false WHERE id = $1', [id]);
    await expect(refresh(tokens.refresh)).rejects.toMatchObject({ message: 'User is disabled.' });
    await expect(respond(await proof(email))).rejects.toMatchObject({
      message: 'User is disabled.',
    });
    await expect(respond(await proof(email, 'Wrong-pass-1'))).rejects.toMatchObject({
      message: 'Incorrect username or password.',
    });
  });
});

describe('revoking', () => {
  it('ends the session by its refresh token, and only for its own client', async () => {
    const { email } = await confirmedPerson(identity);
    const tokens = await signedIn(email);
    const revoke = (Token: string, ClientId = WEB_CLIENT_ID) =>
      sdk.send(new RevokeTokenCommand({ ClientId, Token }));
    await expect(revoke(tokens.refresh, PLAIN_CLIENT_ID)).rejects.toMatchObject({
      name: 'UnauthorizedException',
    });
    await expect(revoke(tokens.access)).rejects.toMatchObject({
      name: 'UnsupportedTokenTypeException',
    });
    await revoke('unknown');
    await revoke(tokens.refresh);
    await revoke(tokens.refresh);
    await expect(
      sdk.send(new GetUserCommand({ AccessToken: tokens.access })),
    ).rejects.toMatchObject({ message: 'Access Token has been revoked' });
  });
});

describe('access tokens', () => {
  it('are not ID tokens', async () => {
    const { email } = await confirmedPerson(identity);
    const tokens = await signedIn(email);
    await expect(sdk.send(new GetUserCommand({ AccessToken: tokens.id }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'Invalid Access Token',
    });
  });
});
