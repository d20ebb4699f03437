/** The signed-in person, as `GET /api/me/` answers. */
export interface SessionUser {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  /** Groups of the user pool; only where there are any. For what is shown: the server judges by itself. */
  groups?: readonly string[] | undefined;
}

/**
 * `checking` only until the stored session has been looked at. `unavailable`: a session may exist, but
 * the remote that knows can't be loaded.
 */
export type SessionState =
  | { status: 'checking' }
  /** `isLogOut`: the person has just left, here; a session that ended by itself says nothing. */
  | { status: 'signed-out'; isLogOut?: true }
  | { status: 'signed-in'; user: SessionUser | undefined }
  | { status: 'unavailable' };

/** The session as every remote sees it. */
export interface SessionView {
  current: () => SessionState;
  /** Calls back after every change. @returns the function that stops it */
  subscribe: (listener: () => void) => () => void;
  /** The state, kept current. */
  useSession: () => SessionState;
  /** The credential of API calls, refreshed when it is about to end; undefined when signed out. */
  getIdToken: () => Promise<string | undefined>;
  /** Fetches the user again, after sign-in or after names were changed. @throws when it can't be fetched */
  refreshUser: () => Promise<SessionUser>;
  /** Signs out here and on the server, then goes to the home page. Never fails. */
  signOut: () => Promise<void>;
  /**
   * Drops a session that the server refuses and leads to sign-in and back to the present page.
   */
  expire: () => void;
}

/** What the auth remote gives to the shell. */
export interface SessionProvider {
  getIdToken: () => Promise<string | undefined>;
  /** @throws when the user can't be fetched */
  fetchUser: () => Promise<SessionUser>;
  /** Ends the session at the user pool and forgets its tokens. Never fails. */
  signOut: () => Promise<void>;
  /** Forgets the stored tokens only, without a call. */
  forget: () => void;
  /** Sign-in, sign-out (in other tabs too) and refresh. @returns the function that stops it */
  onChange: (listener: (event: 'signed-in' | 'signed-out') => void) => () => void;
}
