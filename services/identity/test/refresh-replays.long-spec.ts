import { signedInPerson } from './person';
import { PLAIN_CLIENT_ID, REVOKED, runningIdentity } from './running-identity';

const identity = runningIdentity({
  prepare: ({ sql }) =>
    sql('UPDATE pool_client SET rotates_refresh_tokens = true WHERE client_id = $1', [
      PLAIN_CLIENT_ID,
    ]),
});

/** The next refresh token, or why there is none. */
const refresh = async (token: string): Promise<string> => {
  const { tokens, error } = await identity.refresh(token);
  return tokens.RefreshToken ?? error;
};
const tokens = () => identity.sql('SELECT 1 FROM refresh_token');

it('gives one token for another, however often that is presented within the grace', async () => {
  const { RefreshToken: first, AccessToken } = await signedInPerson(identity);
  const replays = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
  const [second = ''] = replays;
  expect(second).toMatch(/^[\w-]{64}$/);
  expect(new Set(replays)).toEqual(new Set([second]));
  expect(await tokens()).toHaveLength(2);
  // A late tab receives the newest token instead of a used one.
  const third = await refresh(second);
  expect(await refresh(first)).toBe(third);
  expect(await tokens()).toHaveLength(3);
  await identity.sql(`UPDATE refresh_token SET rotated_at = rotated_at - interval '21 seconds'`);
  expect(await refresh(first)).toContain('RefreshTokenReuseException');
  expect(await refresh(third)).toBe('NotAuthorizedException: Refresh Token has been revoked');
  expect((await identity.call('GetUser', { AccessToken })).error).toBe(REVOKED);
});
