import type { PublicConfig, RegistryEntry } from '@tomekeeper/contracts-federation';

/** Stored session of this instance in local storage. */
export interface StoredSession {
  remoteId: string;
  exists: () => boolean;
  /**
   * Reports sign-in and sign-out in other tabs.
   * @returns unsubscribe function
   */
  onChange: (listener: (exists: boolean) => void) => () => void;
}

/** @returns undefined if no remote provides the session */
export function findStoredSession(
  entries: readonly RegistryEntry[],
  config: PublicConfig,
  window: Window,
): StoredSession | undefined {
  for (const { id, manifest } of entries) {
    if (!manifest.session) continue;
    const key = manifest.session.storage_key.replaceAll(
      '{client_id}',
      config.identity.user_pool_client_id,
    );
    return storedSession(id, key, window);
  }
  return undefined;
}

function storedSession(remoteId: string, key: string, window: Window): StoredSession {
  const exists = () => {
    try {
      return window.localStorage.getItem(key) !== null;
    } catch {
      return false; // Storage is unavailable, so there is no session.
    }
  };
  return {
    remoteId,
    exists,
    onChange(listener) {
      // `key` is null if the whole storage was cleared.
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener(exists());
      };
      // A page restored from the back/forward cache missed these events.
      const onPageShow = (event: PageTransitionEvent) => {
        if (event.persisted) listener(exists());
      };
      window.addEventListener('storage', onStorage);
      window.addEventListener('pageshow', onPageShow);
      return () => {
        window.removeEventListener('storage', onStorage);
        window.removeEventListener('pageshow', onPageShow);
      };
    },
  };
}
