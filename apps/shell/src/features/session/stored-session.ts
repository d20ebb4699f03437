import type { PublicConfig, RegistryEntry } from '@tomekeeper/contracts-federation';

/** Where the session of this installation would be in local storage, and whether it is there. */
export interface StoredSession {
  remoteId: string;
  exists: () => boolean;
  /** Calls back when another tab signs in or out. @returns the function that stops it */
  onChange: (listener: (exists: boolean) => void) => () => void;
}

/** @returns undefined when no remote provides the session */
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
      return false; // Storage is closed to this site, so there is no session.
    }
  };
  return {
    remoteId,
    exists,
    onChange(listener) {
      // `key` is null when all of the storage was cleared.
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) listener(exists());
      };
      // A page from the back/forward cache missed these events.
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
