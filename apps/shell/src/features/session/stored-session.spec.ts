import type { PublicConfig, RegistryEntry } from '@tomekeeper/contracts-federation';
import { findStoredSession } from './stored-session';

const config = { identity: { user_pool_client_id: 'c1' } } as PublicConfig;
const auth = {
  id: 'auth',
  manifest: { session: { storage_key: 'Pool.{client_id}.LastUser' } },
} as RegistryEntry;

describe('the stored session', () => {
  beforeEach(() => localStorage.clear());

  it('looks where the manifest says, for the client of this installation', () => {
    const stored = findStoredSession([auth], config, window);
    expect(stored?.exists()).toBe(false);
    localStorage.setItem('Pool.c1.LastUser', 'ada');
    expect(stored?.exists()).toBe(true);
  });

  it('is nowhere when no remote provides a session', () => {
    const entries = [{ id: 'other', manifest: {} } as RegistryEntry];
    expect(findStoredSession(entries, config, window)).toBeUndefined();
  });

  it('reacts to other tabs, and only to its own storage key', () => {
    const listener = jest.fn();
    const stop = findStoredSession([auth], config, window)?.onChange(listener);
    const tell = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));
    tell('something else');
    expect(listener).not.toHaveBeenCalled();
    localStorage.setItem('Pool.c1.LastUser', 'ada');
    tell('Pool.c1.LastUser');
    localStorage.clear();
    tell(null);
    expect(listener.mock.calls).toEqual([[true], [false]]);
    stop?.();
  });
});
