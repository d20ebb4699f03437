import {
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { N } from '../src/srp/modular-power';
import { confirmedPerson, newEmail } from './person';
import {
  LOCKED,
  PASSWORD,
  PLAIN_CLIENT_ID,
  refusalOf,
  REVOKED,
  runningIdentity,
  WEB_CLIENT_ID,
  WRONG_PASSWORD,
} from './running-identity';
import { sdkFor } from './sdk-client';
import { srpProof, timestampOf } from './srp-proof';

/** The SDK exposes every response, so these tests check the rules individually. */
const identity = runningIdentity();
const sdk = sdkFor(identity);

const proof = (email: string, password = PASSWORD, clientId = WEB_CLIENT_ID, clock = new Date()) =>
  srpProof(sdk, clientId, { email, password, clock });

const respond = (input: Proof) => sdk.send(new RespondToAuthChallengeCommand(input));

const refused = (input: Proof) => refusalOf(respond(input));

/** Signs a new user in with the SDK. */
async function signedIn() {
  const person = await confirmedPerson(identity);
  const { AuthenticationResult } = await respond(await proof(person.email));
  const { AccessToken = '', IdToken = '', RefreshToken = '' } = AuthenticationResult ?? {};
  return { ...person, AccessToken, IdToken, RefreshToken };
}

const refresh = (RefreshToken: string, ClientId = WEB_CLIENT_ID) =>
  sdk.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }));

type Proof = Awaited<ReturnType<typeof proof>>;
/** A proof with other answers in it. */
const bent = (input: Proof, responses: object): Proof => ({
  ...input,
  ChallengeResponses: { ...input.ChallengeResponses, ...responses },
});

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
    expect(await refused(proved)).toMatch(/^NotAuthorizedException/);
  });

  it('works once with each proof', async () => {
    const { email } = await confirmedPerson(identity);
    const once = await proof(email);
    await respond(once);
    expect(await refused(once)).toMatch(/^NotAuthorizedException/);
    const twice = await proof(email);
    const outcomes = await Promise.allSettled([respond(twice), respond(twice), respond(twice)]);
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  });

  it('takes no proof of another client, person or password', async () => {
    const { email } = await confirmedPerson(identity);
    const { email: other } = await confirmedPerson(identity);
    const elsewhere = { ...(await proof(email)), ClientId: PLAIN_CLIENT_ID };
    const borrowed = bent(await proof(email), { USERNAME: other });
    for (const input of [elsewhere, borrowed])
      expect(await refused(input)).toMatch(/^NotAuthorizedException/);
    for (const input of [await proof(email, 'Wrong-pass-1'), await proof(newEmail())])
      expect(await refused(input)).toBe(WRONG_PASSWORD);
  });

  it.each([
    ['zero', '0'],
    ['the prime', N.toString(16)],
    ['twice the prime, too long', (N * 2n).toString(16)],
    ['no number', 'hello'],
    ['endless', 'f'.repeat(5000)],
  ])('refuses a public value that is %s', async (_what, SRP_A) => {
    const parameters = { USERNAME: newEmail(), SRP_A };
    const { error, status } = await identity.initiate('USER_SRP_AUTH', parameters);
    expect(status).toBe(400);
    expect(error).toContain('InvalidParameterException');
  });

  it.each([
    ['a padded day', { TIMESTAMP: 'Wed Apr 05 22:42:34 UTC 2017' }, 'InvalidParameterException'],
    ['no signature', { PASSWORD_CLAIM_SIGNATURE: '' }, 'InvalidParameterException'],
    ['a made-up block', { PASSWORD_CLAIM_SECRET_BLOCK: 'AAAA' }, 'NotAuthorizedException'],
    ['a made-up signature', { PASSWORD_CLAIM_SIGNATURE: 'AAAA' }, 'NotAuthorizedException'],
  ])('refuses %s', async (_what, responses, name) => {
    const { email } = await confirmedPerson(identity);
    expect(await refused(bent(await proof(email), responses))).toContain(name);
  });

  it('is closed after wrong passwords, and opens again', async () => {
    const { email, id } = await confirmedPerson(identity);
    for (let n = 0; n < 5; n += 1)
      expect(await refused(await proof(email, `Wrong-pass-${n}`))).toBe(WRONG_PASSWORD);
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
    expect(await refused(await proof(email))).toBe(LOCKED);
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
  it('never outlives the session, regardless of refreshes', async () => {
    const { RefreshToken } = await signedIn();
    const { AuthenticationResult: second } = await refresh(RefreshToken);
    await identity.sql(`UPDATE user_session SET expires_at = now() - interval '1 second'`);
    expect(await refusalOf(refresh(second?.RefreshToken ?? ''))).toContain(
      'Refresh Token has expired',
    );
  });

  it('is refused to other clients, to unknown tokens and to tokens of another kind', async () => {
    const { RefreshToken, IdToken, AccessToken } = await signedIn();
    const invalid = 'NotAuthorizedException: Invalid Refresh Token';
    expect(await refusalOf(refresh(RefreshToken, PLAIN_CLIENT_ID))).toBe(invalid);
    for (const token of ['made-up', IdToken, AccessToken])
      expect(await refusalOf(refresh(token))).toBe(invalid);
    expect((await refresh(RefreshToken)).AuthenticationResult?.AccessToken).toBeTruthy();
  });

  it('stops when the account is disabled', async () => {
    const { email, id, RefreshToken } = await signedIn();
    await identity.sql('UPDATE pool_user SET enabled = false WHERE id = $1', [id]);
    expect(await refusalOf(refresh(RefreshToken))).toContain('User is disabled.');
    expect(await refused(await proof(email))).toContain('User is disabled.');
    expect(await refused(await proof(email, 'Wrong-pass-1'))).toBe(WRONG_PASSWORD);
  });
});

it('revoking ends the session by its refresh token, and only for its own client', async () => {
  const { RefreshToken, AccessToken } = await signedIn();
  const revoke = (Token: string, ClientId = WEB_CLIENT_ID) =>
    refusalOf(sdk.send(new RevokeTokenCommand({ ClientId, Token })));
  expect(await revoke(RefreshToken, PLAIN_CLIENT_ID)).toMatch(/^UnauthorizedException/);
  expect(await revoke(AccessToken)).toMatch(/^UnsupportedTokenTypeException/);
  for (const token of ['unknown', RefreshToken, RefreshToken]) expect(await revoke(token)).toBe('');
  expect(await refusalOf(sdk.send(new GetUserCommand({ AccessToken })))).toBe(REVOKED);
});

it('access tokens are not ID tokens', async () => {
  const { IdToken } = await signedIn();
  expect(await refusalOf(sdk.send(new GetUserCommand({ AccessToken: IdToken })))).toBe(
    'NotAuthorizedException: Invalid Access Token',
  );
});
