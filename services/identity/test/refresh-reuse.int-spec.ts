import { fetchAuthSession, signIn } from 'aws-amplify/auth';
import { Hub } from 'aws-amplify/utils';
import { join, replaceToken, startWithAmplify, storedToken } from './amplify-client';
import { PASSWORD } from './person';
import { identityForTests, WEB_CLIENT_ID } from './running-identity';

/** A refresh token that was copied, as the client that the product uses meets it. */
const identity = identityForTests(() => startWithAmplify());

const refresh = async () => (await fetchAuthSession({ forceRefresh: true })).tokens;

it('signs everyone out who has a token of that family, and nobody within the grace', async () => {
  const email = await join(identity);
  await signIn({ username: email, password: PASSWORD });
  const copied = storedToken('refreshToken');
  await refresh();
  const newest = storedToken('refreshToken');
  // Two tabs at the same moment: the older token still works.
  replaceToken('refreshToken', copied);
  expect(await refresh()).toBeDefined();

  await identity.sql(`UPDATE refresh_token SET rotated_at = rotated_at - interval '1 minute'`);
  replaceToken('refreshToken', copied);
  const failures: unknown[] = [];
  const stop = Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'tokenRefresh_failure') failures.push(payload.data?.error?.name);
  });
  await expect(refresh()).rejects.toMatchObject({ name: 'RefreshTokenReuseException' });
  stop();
  expect(failures).toEqual(['RefreshTokenReuseException']);
  expect(storedToken('accessToken')).toBe('');
  const owner = await identity.call('GetTokensFromRefreshToken', {
    ClientId: WEB_CLIENT_ID,
    RefreshToken: newest,
  });
  expect(owner.error).toBe('NotAuthorizedException: Refresh Token has been revoked');
}, 60_000);
