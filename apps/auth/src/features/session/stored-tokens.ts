/** Amplify's session keys in local storage. The keys of a remembered device stay. */
const TOKEN_KEYS = ['accessToken', 'idToken', 'refreshToken', 'clockDrift', 'signInDetails'];

/** Reads the session from local storage without loading Amplify. */
export interface StoredTokens {
  exist: () => boolean;
  clear: () => void;
  /** Another tab signed in or out. @returns the function that stops it */
  onChange: (listener: (event: 'signed-in' | 'signed-out') => void) => () => void;
}

/** @param clientId the pool's client, which Amplify puts into its keys */
export function storedTokens(clientId: string): StoredTokens {
  const prefix = `CognitoIdentityServiceProvider.${clientId}.`;
  const lastUserKey = `${prefix}LastAuthUser`;
  const lastUser = () => storage()?.getItem(lastUserKey) ?? null;
  return {
    exist: () => lastUser() !== null,
    clear() {
      const user = lastUser();
      for (const key of TOKEN_KEYS) storage()?.removeItem(`${prefix}${user}.${key}`);
      storage()?.removeItem(lastUserKey);
    },
    onChange(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.storageArea !== storage()) return;
        // `key` is null when all of the storage was cleared.
        if (event.key === null) listener('signed-out');
        else if (event.key.startsWith(prefix) && event.key.endsWith('.refreshToken')) {
          // Written last; a rotated token replaces the old one.
          if (event.newValue && !event.oldValue) listener('signed-in');
          if (!event.newValue) listener('signed-out');
        }
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined; // closed to this site
  }
}
