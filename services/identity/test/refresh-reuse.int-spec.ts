import { fetchAuthSession } from 'aws-amplify/auth';
import { Hub } from 'aws-amplify/utils';
import { replaceToken, signedInAccount, storedToken, useAmplify } from './amplify-client';
import { refusalOf, runningIdentity, WEB_CLIENT_ID } from './running-identity';

/** A refresh token that was copied, as the client that the product uses meets it. */
const identity = runningIdentity({ prepare: useAmplify });

const refresh = async () => (await fetchAuthSession({ forceRefresh: true })).tokens;

it('ends the session of that token family, but not within the grace period', async () => {
  await signedInAccount(identity);
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
  expect(await refusalOf(refresh())).toMatch(/^RefreshTokenReuseException/);
  stop();
  expect(failures).toEqual(['RefreshTokenReuseException']);
  expect(storedToken('accessToken')).toBe('');
  expect((await identity.refresh(newest, WEB_CLIENT_ID)).error).toBe(
    'NotAuthorizedException: Refresh Token has been revoked',
  );
});
