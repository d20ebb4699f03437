/** Amplify's session keys in local storage. The keys of a remembered device stay. */
const TOKEN_KEYS = ['accessToken', 'idToken', 'refreshToken', 'clockDrift', 'signInDetails'];

/** Tokens with less time left are refreshed, by Amplify. */
const MIN_LEFT_MS = 60_000;

/** Reads the session from local storage without loading Amplify. */
export interface StoredTokens {
  exist: () => boolean;
  /** The ID token while it is valid for more than a minute; undefined if Amplify has to refresh it. */
  validIdToken: () => string | undefined;
  clear: () => void;
  /** Another tab signed in or out. @returns the function that stops it */
  onChange: (listener: (event: 'signed-in' | 'signed-out') => void) => () => void;
}

/** @param clientId the pool's client, which Amplify puts into its keys */
export function storedTokens(clientId: string): StoredTokens {
  const prefix = `CognitoIdentityServiceProvider.${clientId}.`;
  const lastUserKey = `${prefix}LastAuthUser`;
  const lastUser = () => storage()?.getItem(lastUserKey) ?? null;
  const read = (key: string) => storage()?.getItem(`${prefix}${lastUser()}.${key}`) ?? undefined;
  return {
    exist: () => lastUser() !== null,
    validIdToken() {
      const idToken = read('idToken');
      const poolNow = Date.now() + Number(read('clockDrift') ?? 0);
      const ends = [idToken, read('accessToken')].map(endOf);
      return ends.every((end) => end - poolNow > MIN_LEFT_MS) ? idToken : undefined;
    },
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

/** Expiry of a token in milliseconds since 1970; 0 if it is unreadable. */
function endOf(token: string | undefined): number {
  const [, payload = ''] = token?.split('.') ?? [];
  try {
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
      exp?: unknown;
    };
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined; // closed to this site
  }
}
