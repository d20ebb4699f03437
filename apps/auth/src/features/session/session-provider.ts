import type { Http, SessionProvider, SessionUser } from '@tomekeeper/remote-kit';
import { readUser } from './read-user';
import type { StoredTokens } from './stored-tokens';
import type { UserPoolAccess } from './user-pool/user-pool-loader';

/** The session provider with extra functions for the account page. */
export interface AuthSessionProvider extends SessionProvider {
  /** The next sign-out ends every session of the person, on all devices. */
  endEverywhereNext: () => void;
}

/**
 * Session facade. Checks local storage first: without stored tokens there is no session, and
 * Amplify is not loaded; nor is it while the stored tokens are valid.
 */
export function createSessionProvider({
  tokens,
  pool,
  http,
}: {
  tokens: StoredTokens;
  pool: UserPoolAccess;
  http: Http;
}): AuthSessionProvider {
  let everywhere = false;
  return {
    async getIdToken() {
      if (!tokens.exist()) return undefined;
      return tokens.validIdToken() ?? (await pool.load()).getIdToken();
    },
    async fetchUser(): Promise<SessionUser> {
      const response = await http('/api/me/');
      if (response.ok) return readUser(await response.json());
      const { throwAnswer } = await import('./me-api');
      return throwAnswer(response);
    },
    async signOut() {
      try {
        await (await pool.load()).signOut({ everywhere });
      } catch {
        tokens.clear(); // Amplify's code did not load: delete the tokens here instead.
      } finally {
        everywhere = false;
      }
    },
    forget: tokens.clear,
    onChange(listener) {
      const stopPool = pool.onEvent(listener);
      const stopTabs = tokens.onChange(listener);
      return () => {
        stopPool();
        stopTabs();
      };
    },
    endEverywhereNext() {
      everywhere = true;
    },
  };
}
