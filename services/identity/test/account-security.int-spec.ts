import { activityAnswer, ACTIVITY_PAGE_SIZE, mySession } from '@tomekeeper/contracts-identity';
import { z } from 'zod';
import { Sweep } from '../src/sweep/sweep';
import { changedEmail, confirmedPerson, newEmail, resetByMail } from './person';
import { PASSWORD, runningIdentity, WEB_CLIENT_ID, type Tokens } from './running-identity';

/** What users see of their account: security events and active sessions. */
const identity = runningIdentity({ sendsPasswords: true });

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const NEW_PASSWORD = 'New-pass-word-2';

/** Signs in as a browser does, so that the service sees which. */
async function signIn(email: string, password = PASSWORD) {
  const response = await fetch(identity.endpoint, {
    method: 'POST',
    headers: {
      'user-agent': FIREFOX,
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      ClientId: WEB_CLIENT_ID,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  });
  const { AuthenticationResult } = (await response.json()) as { AuthenticationResult?: Tokens };
  return AuthenticationResult ?? { IdToken: '', AccessToken: '', RefreshToken: '' };
}

/** Calls the API with this ID token. */
const ask = (path: string, token: string, method = 'GET') =>
  fetch(identity.url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'user-agent': FIREFOX },
  });
const activity = async (token: string, query = '') =>
  activityAnswer.parse(await (await ask(`/api/me/activity/${query}`, token)).json());
const kinds = async (token: string) => (await activity(token)).events.map(({ kind }) => kind);
const sessions = async (token: string) =>
  z.array(mySession).parse(await (await ask('/api/me/sessions/', token)).json());
const refresh = (token: string) => identity.refresh(token, WEB_CLIENT_ID);

describe('GET /api/me/activity/', () => {
  it('lists the account’s events, newest first, with the browser if known', async () => {
    const { email } = await confirmedPerson(identity);
    await signIn(email, 'Wrong-pass-1');
    const first = await signIn(email);
    await identity.call('RevokeToken', { ClientId: WEB_CLIENT_ID, Token: first.RefreshToken });
    const { IdToken, AccessToken } = await signIn(email);
    await identity.changePassword(AccessToken, PASSWORD, NEW_PASSWORD);
    const { events, next } = await activity(IdToken);
    expect(events.map(({ kind, client }) => [kind, client])).toEqual([
      ['password_changed', ''],
      ['signed_in', 'Firefox on Linux'],
      ['signed_out', ''],
      ['signed_in', 'Firefox on Linux'],
      ['sign_in_failed', 'Firefox on Linux'],
      ['account_confirmed', ''],
    ]);
    expect(next).toBeNull();
  });

  it('tells of signing out everywhere, a new password and a changed address', async () => {
    const { email } = await confirmedPerson(identity);
    const { AccessToken } = await signIn(email);
    await identity.call('GlobalSignOut', { AccessToken });
    await resetByMail(identity, email, NEW_PASSWORD);
    const again = await signIn(email, NEW_PASSWORD);
    await changedEmail(identity, again.AccessToken, newEmail());
    expect((await kinds(again.IdToken)).slice(0, 4)).toEqual([
      'email_changed',
      'signed_in',
      'password_reset',
      'signed_out_everywhere',
    ]);
  });

  it('is paginated, contains only the user’s own events, and expires', async () => {
    const { email, id: userId } = await confirmedPerson(identity);
    const other = await confirmedPerson(identity);
    await identity.sql(
      `INSERT INTO security_event (user_id, kind, client, detail)
       SELECT $1, 'sign_in_failed', '', '' FROM generate_series(1, ${ACTIVITY_PAGE_SIZE})`,
      [userId],
    );
    const { IdToken: id } = await signIn(email);
    const first = await activity(id);
    expect(first.events).toHaveLength(ACTIVITY_PAGE_SIZE);
    const second = await activity(id, `?before=${first.next}`);
    expect(second.events.map(({ kind }) => kind)).toEqual(['sign_in_failed', 'account_confirmed']);
    expect(second.next).toBeNull();
    const stranger = await signIn(other.email);
    const theirs = (await activity(stranger.IdToken, `?before=${first.next}`)).events;
    expect(theirs.map(({ kind }) => kind)).toEqual(['account_confirmed']);
    for (const bad of ['?before=x', '?before=-1', `?before=${'9'.repeat(30)}`])
      expect((await ask(`/api/me/activity/${bad}`, id)).status).toBe(400);

    await identity.sql(
      `UPDATE security_event SET happened_at = now() - interval '91 days'
        WHERE user_id = $1 AND kind = 'sign_in_failed'`,
      [userId],
    );
    await identity.app.get(Sweep).sweep();
    expect(await kinds(id)).toEqual(['signed_in', 'account_confirmed']);
  });
});

describe('/api/me/sessions/', () => {
  it('lists where the person is signed in, and ends one of them at once', async () => {
    const { email } = await confirmedPerson(identity);
    const here = await signIn(email);
    const there = await signIn(email);
    const listed = await sessions(here.IdToken);
    expect(listed).toHaveLength(2);
    expect(listed.every(({ client }) => client === 'Firefox on Linux')).toBe(true);
    const elsewhere = listed.find(({ current }) => !current);
    expect((await ask(`/api/me/sessions/${elsewhere?.id}/`, here.IdToken, 'DELETE')).status).toBe(
      204,
    );
    expect((await ask('/api/me/', there.IdToken)).status).toBe(401);
    expect((await refresh(there.RefreshToken)).error).toContain('Refresh Token has been revoked');
    expect(await sessions(here.IdToken)).toEqual([expect.objectContaining({ current: true })]);
    expect((await kinds(here.IdToken))[0]).toBe('session_ended');
    const again = await ask(`/api/me/sessions/${elsewhere?.id}/`, here.IdToken, 'DELETE');
    expect(again.status).toBe(404);
  });

  it('shows when a session was last used', async () => {
    const { email, id: userId } = await confirmedPerson(identity);
    const { IdToken: id, RefreshToken } = await signIn(email);
    await identity.sql(
      `UPDATE user_session SET last_used_at = now() - interval '2 days',
         auth_time = now() - interval '3 days' WHERE user_id = $1`,
      [userId],
    );
    const [before] = await sessions(id);
    await refresh(RefreshToken);
    const [after] = await sessions(id);
    expect(
      Date.parse(after?.last_used_at ?? '') - Date.parse(before?.last_used_at ?? ''),
    ).toBeGreaterThan(86_400_000);
    expect(after?.since).toBe(before?.since);
  });

  it('ends nobody else’s', async () => {
    const mine = await signIn((await confirmedPerson(identity)).email);
    const theirs = await signIn((await confirmedPerson(identity)).email);
    const [session] = await sessions(theirs.IdToken);
    for (const id of [session?.id, 'nonsense', '%27'])
      expect((await ask(`/api/me/sessions/${id}/`, mine.IdToken, 'DELETE')).status).toBe(404);
    expect((await ask('/api/me/', theirs.IdToken)).status).toBe(200);
  });
});

it('reusing a refresh token ends its session, and the user is notified', async () => {
  const { email } = await confirmedPerson(identity);
  const stolen = await signIn(email);
  expect((await refresh(stolen.RefreshToken)).status).toBe(200);
  await identity.sql(`UPDATE refresh_token SET rotated_at = rotated_at - interval '1 minute'`);
  expect((await refresh(stolen.RefreshToken)).error).toContain('RefreshTokenReuseException');
  expect((await ask('/api/me/', stolen.IdToken)).status).toBe(401);
  const { IdToken } = await signIn(email);
  expect((await kinds(IdToken)).slice(0, 2)).toEqual(['signed_in', 'session_copied']);
});
