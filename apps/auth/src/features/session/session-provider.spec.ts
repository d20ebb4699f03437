import { answer, createFakeShell, refuse } from '@tomekeeper/remote-kit/testing';
import { FakeUserPool } from '../../testing/fake-user-pool';
import { jwt } from '../../testing/pool-on-the-wire';
import { MINA } from '../../testing/show-page';
import { createSessionProvider } from './session-provider';
import { storedTokens } from './stored-tokens';
import type { PoolEvent } from './user-pool/user-pool';
import { createUserPoolAccess, type OpenUserPool } from './user-pool/user-pool-loader';

const PREFIX = 'CognitoIdentityServiceProvider.client1.';

function storeSession() {
  const values = {
    LastAuthUser: 'mina',
    'mina.idToken': 'i',
    'mina.accessToken': 'a',
    'mina.refreshToken': 'r',
    'mina.clockDrift': '0',
    'mina.signInDetails': '{}',
    'mina.deviceKey': 'this phone',
  };
  for (const [key, value] of Object.entries(values)) localStorage.setItem(PREFIX + key, value);
}

function makeSession(open?: OpenUserPool) {
  const pool = new FakeUserPool();
  pool.signedInAs = 'mina';
  let opened = 0;
  let notify: (event: PoolEvent) => void = () => undefined;
  const shell = createFakeShell();
  const session = createSessionProvider({
    tokens: storedTokens('client1'),
    pool: createUserPoolAccess(
      open ??
        (async (listener) => {
          opened += 1;
          notify = listener;
          return pool;
        }),
    ),
    http: shell.http,
  });
  return {
    session,
    pool,
    shell,
    openings: () => opened,
    notify: (event: PoolEvent) => notify(event),
  };
}

const otherTab = (key: string | null, oldValue: string | null, newValue: string | null) =>
  window.dispatchEvent(
    new StorageEvent('storage', { key, oldValue, newValue, storageArea: localStorage }),
  );

beforeEach(() => localStorage.clear());

describe('the session facade', () => {
  it('knows that no one is signed in without loading Amplify', async () => {
    const { session, openings } = makeSession();
    expect(await session.getIdToken()).toBeUndefined();
    expect(openings()).toBe(0);
  });

  it('uses a stored token without loading Amplify while both tokens are valid for a minute', async () => {
    storeSession();
    const { session, openings } = makeSession();
    const store = (id: string, access: string, drift = 0) => {
      localStorage.setItem(`${PREFIX}mina.idToken`, id);
      localStorage.setItem(`${PREFIX}mina.accessToken`, access);
      localStorage.setItem(`${PREFIX}mina.clockDrift`, String(drift));
    };
    const token = jwt(120);
    store(token, token);
    expect(await session.getIdToken()).toBe(token);
    expect(openings()).toBe(0);
    store(token, jwt(50));
    expect(await session.getIdToken()).toBe('id-token');
    store(jwt(50), token);
    expect(await session.getIdToken()).toBe('id-token');
    store(token, token, 100_000);
    expect(await session.getIdToken()).toBe('id-token');
  });

  it('loads Amplify once for a stored session', async () => {
    storeSession();
    const { session, openings } = makeSession();
    const tokens = await Promise.all([session.getIdToken(), session.getIdToken()]);
    expect(tokens).toEqual(['id-token', 'id-token']);
    expect(openings()).toBe(1);
  });

  it('tries again after Amplify could not be loaded', async () => {
    storeSession();
    let attempts = 0;
    const { session } = makeSession(async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('ChunkLoadError');
      return Object.assign(new FakeUserPool(), { signedInAs: 'mina' });
    });
    await expect(session.getIdToken()).rejects.toThrow('ChunkLoadError');
    expect(await session.getIdToken()).toBe('id-token');
  });

  it('fetches the user and passes a refusal on', async () => {
    const { session, shell } = makeSession();
    shell.server.on('GET /api/me/', () => answer({ ...MINA, extra: 'dropped' }));
    expect(await session.fetchUser()).toEqual(MINA);
    shell.server.on('GET /api/me/', () => refuse(503, 'Not now.'));
    await expect(session.fetchUser()).rejects.toThrow('Not now.');
  });

  it('forgets the tokens at once, and keeps the remembered device', () => {
    storeSession();
    const { session, openings } = makeSession();
    session.forget();
    expect(Object.keys(localStorage)).toEqual([`${PREFIX}mina.deviceKey`]);
    expect(openings()).toBe(0);
  });

  it('signs out locally, and everywhere only on request', async () => {
    const { session, pool } = makeSession();
    session.endEverywhereNext();
    await session.signOut();
    await session.signOut();
    expect(pool.calls).toEqual(['signOut everywhere', 'signOut here']);
  });

  it('signs out even when Amplify can’t be loaded', async () => {
    storeSession();
    const { session } = makeSession(() => Promise.reject(new Error('ChunkLoadError')));
    await session.signOut();
    expect(await session.getIdToken()).toBeUndefined();
  });

  it('tells of sign-ins and sign-outs in this tab and in others', async () => {
    storeSession();
    const { session, notify } = makeSession();
    const events: string[] = [];
    const stop = session.onChange((event) => events.push(event));
    await session.getIdToken();
    notify('signed-out');
    otherTab(`${PREFIX}mina.refreshToken`, null, 'r');
    otherTab(`${PREFIX}mina.refreshToken`, 'r', null);
    otherTab(null, null, null);
    expect(events).toEqual(['signed-out', 'signed-in', 'signed-out', 'signed-out']);
    stop();
    notify('signed-out');
    otherTab(null, null, null);
    expect(events).toHaveLength(4);
  });

  it('takes a refreshed token in another tab, or another pool, for no change', () => {
    const { session } = makeSession();
    const events: string[] = [];
    session.onChange((event) => events.push(event));
    otherTab(`${PREFIX}mina.refreshToken`, 'r', 'rotated');
    otherTab(`${PREFIX}mina.accessToken`, 'a', null);
    otherTab('CognitoIdentityServiceProvider.other.mina.refreshToken', 'r', null);
    otherTab('theme', null, 'dark');
    expect(events).toEqual([]);
  });
});
