import type { Remote, SessionProvider, SessionUser } from '@tomekeeper/remote-kit';
import { createSessionStore } from './session-store';

const ada: SessionUser = { id: '1', email: 'a@example.org', first_name: 'Ada', last_name: 'S' };

type Event = 'signed-in' | 'signed-out';

/** User pool with one user, and stubs of the shell's parts around the session. */
function setUp({ stored = true, worthless = false } = {}) {
  const token: string | undefined = worthless ? undefined : 't1';
  const pool = { token, tell: (_event: Event) => {}, log: [] as string[] };
  const provider: SessionProvider = {
    getIdToken: async () => pool.token,
    fetchUser: jest.fn(async () => ada),
    async signOut() {
      pool.log.push('pool');
      pool.token = undefined;
      pool.tell('signed-out');
    },
    forget() {
      pool.token = undefined;
      pool.tell('signed-out');
    },
    onChange(listener) {
      pool.tell = listener;
      return () => {};
    },
  };
  const remote: Remote = { routes: [], session: provider };
  let changed = (_exists: boolean) => {};
  let exists = stored;
  let announce = (_id: string) => {};
  const load = jest.fn(async () => {
    announce('auth');
    return remote;
  });
  const around = {
    loader: {
      load,
      reload: load,
      subscribe: (listener: (id: string) => void) => {
        announce = listener;
        return () => {};
      },
      state: () => ({ status: 'ready', remote }),
    },
    stored: {
      remoteId: 'auth',
      exists: () => exists,
      onChange: (listener: (exists: boolean) => void) => {
        changed = listener;
        return () => {};
      },
    },
    logOutOnServer: jest.fn(async (used: string) => void pool.log.push(`server ${used}`)),
    goHome: jest.fn(() => void pool.log.push('home')),
    goToSignIn: jest.fn(),
    sayEnded: jest.fn(),
    report: jest.fn(),
  };
  const session = createSessionStore(around);
  const otherTab = (there: boolean) => {
    exists = there;
    pool.token = there ? 't2' : undefined;
    changed(there);
  };
  return { session, around, provider, pool, load, otherTab };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('the session', () => {
  it('is signed out at once without a stored session, and the auth remote is not loaded', () => {
    const { session, load } = setUp({ stored: false });
    expect(session.current()).toEqual({ status: 'checking' });
    session.start();
    expect(session.current()).toEqual({ status: 'signed-out' });
    expect(load).not.toHaveBeenCalled();
  });

  it('asks the auth remote when a session is stored, then knows the user', async () => {
    const { session } = setUp();
    session.start();
    expect(session.current().status).toBe('checking');
    await settled();
    expect(session.current()).toEqual({ status: 'signed-in', user: ada });
    expect(await session.getIdToken()).toBe('t1');
  });

  it('signs out and shows a message when the stored session is invalid', async () => {
    const { session, around } = setUp({ worthless: true });
    session.start();
    await settled();
    expect(session.current()).toEqual({ status: 'signed-out' });
    expect(around.sayEnded).toHaveBeenCalledTimes(1);
  });

  it('shows no message to visitors or after signing out here or in another tab', async () => {
    const visitor = setUp({ stored: false });
    visitor.session.start();
    await settled();
    const { session, around, otherTab } = setUp();
    session.start();
    await settled();
    otherTab(false);
    otherTab(true);
    await settled();
    await session.signOut();
    expect(visitor.around.sayEnded).not.toHaveBeenCalled();
    expect(around.sayEnded).not.toHaveBeenCalled();
  });

  it('lets calls wait for the check instead of going out without a credential', async () => {
    const { session } = setUp();
    session.start();
    expect(await session.getIdToken()).toBe('t1');
  });

  it('is signed in even while the user can not be fetched', async () => {
    const { session, provider, around } = setUp();
    jest.mocked(provider.fetchUser).mockRejectedValue(new Error('503'));
    session.start();
    await settled();
    expect(session.current()).toEqual({ status: 'signed-in', user: undefined });
    expect(around.report).toHaveBeenCalled();
  });

  it('is unavailable when the auth remote is away, and recovers by retry', async () => {
    const { session, load } = setUp();
    load.mockRejectedValueOnce(new Error('404'));
    session.start();
    await settled();
    expect(session.current()).toEqual({ status: 'unavailable' });
    session.retry();
    await settled();
    expect(session.current()).toEqual({ status: 'signed-in', user: ada });
  });

  it('follows a sign-in on a page of the auth remote', async () => {
    const { session, pool, load } = setUp({ stored: false });
    session.start();
    await load();
    pool.tell('signed-in');
    expect(session.current().status).toBe('signed-in');
    await settled();
    expect(session.current()).toEqual({ status: 'signed-in', user: ada });
  });

  it('follows another tab, out and in', async () => {
    const { session, otherTab } = setUp();
    session.start();
    await settled();
    otherTab(false);
    expect(session.current()).toEqual({ status: 'signed-out' });
    otherTab(true);
    await settled();
    expect(session.current().status).toBe('signed-in');
  });

  it('signs out at the pool, then on the server with the token it had, then goes home', async () => {
    const { session, pool } = setUp();
    session.start();
    await settled();
    await session.signOut();
    expect(pool.log).toEqual(['pool', 'server t1', 'home']);
    expect(session.current()).toEqual({ status: 'signed-out', isLogOut: true });
  });

  it('never shows a guarded page as signed out before it has gone home', async () => {
    const { session, around } = setUp();
    session.start();
    await settled();
    const seen: string[] = [];
    session.subscribe(() => seen.push(session.current().status));
    around.goHome.mockImplementation(() => void seen.push('home'));
    await session.signOut();
    expect(seen).toEqual(['home', 'signed-out']);
  });

  it('ignores a server that fails at log-out', async () => {
    const { session, around } = setUp();
    around.logOutOnServer.mockRejectedValue(new Error('500'));
    session.start();
    await settled();
    await expect(session.signOut()).resolves.toBeUndefined();
    expect(around.goHome).toHaveBeenCalled();
  });

  it('leads to sign-in, once, when the server refuses the session', async () => {
    const { session, around, pool } = setUp();
    session.start();
    await settled();
    session.expire();
    session.expire();
    expect(around.goToSignIn).toHaveBeenCalledTimes(1);
    expect(around.sayEnded).not.toHaveBeenCalled();
    expect(pool.token).toBeUndefined();
    expect(session.current()).toEqual({ status: 'signed-out' });
  });

  it('stays where one is when only its own question is refused', async () => {
    const { session, around, provider } = setUp();
    jest.mocked(provider.fetchUser).mockImplementation(async () => {
      session.expire();
      throw new Error('401');
    });
    session.start();
    await settled();
    expect(session.current()).toEqual({ status: 'signed-out' });
    expect(around.goToSignIn).not.toHaveBeenCalled();
    expect(around.sayEnded).toHaveBeenCalledTimes(1);
  });
});
