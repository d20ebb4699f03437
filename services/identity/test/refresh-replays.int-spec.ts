import { confirmedPerson, PASSWORD } from './person';
import { identityForTests, PLAIN_CLIENT_ID } from './running-identity';

const identity = identityForTests();
beforeAll(async () => {
  await identity.sql('UPDATE pool_client SET rotates_refresh_tokens = true WHERE client_id = $1', [
    PLAIN_CLIENT_ID,
  ]);
});

const refresh = async (RefreshToken: string): Promise<string> => {
  const { body, error } = await identity.call('GetTokensFromRefreshToken', {
    ClientId: PLAIN_CLIENT_ID,
    RefreshToken,
  });
  const result = body['AuthenticationResult'] as { RefreshToken: string } | undefined;
  return result?.RefreshToken ?? error;
};
const tokens = () => identity.sql('SELECT 1 FROM refresh_token');

it('gives one token for another, however often that is presented within the grace', async () => {
  const { email } = await confirmedPerson(identity);
  const { body } = await identity.call('InitiateAuth', {
    ClientId: PLAIN_CLIENT_ID,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD },
  });
  const { RefreshToken: first } = body['AuthenticationResult'] as { RefreshToken: string };
  const replays = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
  const [second = ''] = replays;
  expect(second).toMatch(/^[\w-]{64}$/);
  expect(new Set(replays)).toEqual(new Set([second]));
  expect(await tokens()).toHaveLength(2);
  // A tab that is late gets the newest token, and not one that is spent.
  const third = await refresh(second);
  expect(await refresh(first)).toBe(third);
  expect(await tokens()).toHaveLength(3);
  await identity.sql(`UPDATE refresh_token SET rotated_at = rotated_at - interval '1 minute'`);
  expect(await refresh(first)).toContain('RefreshTokenReuseException');
  expect(await refresh(third)).toContain('revoked');
});
