/** The signed-in user; response of `GET /api/me/`. */
export interface SessionUser {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  /** User pool groups; absent if empty. For display only: the server checks permissions itself. */
  groups?: readonly string[] | undefined;
}

/** `checking` until the stored session is read. `unavailable`: a session may exist, but the auth remote failed to load. */
export type SessionState =
  | { status: 'checking' }
  /** `isLogOut`: the user just signed out in this tab; absent if the session expired. */
  | { status: 'signed-out'; isLogOut?: true }
  | { status: 'signed-in'; user: SessionUser | undefined }
  | { status: 'unavailable' };

/** Session API for remotes. */
export interface SessionView {
  current: () => SessionState;
  /**
   * Calls the listener after every change.
   * @returns unsubscribe function
   */
  subscribe: (listener: () => void) => () => void;
  /** Hook with the current state. */
  useSession: () => SessionState;
  /** ID token for API calls, refreshed before it expires; undefined if signed out. */
  getIdToken: () => Promise<string | undefined>;
  /**
   * Refetches the user, for example after sign-in or a name change.
   * @throws if the request fails
   */
  refreshUser: () => Promise<SessionUser>;
  /** Signs out locally and on the server, then navigates to the home page. Never fails. */
  signOut: () => Promise<void>;
  /** Drops a session that the server rejected, and redirects to sign-in and then back to the current page. */
  expire: () => void;
}

/** Session API that the auth remote provides to the shell. */
export interface SessionProvider {
  getIdToken: () => Promise<string | undefined>;
  /** @throws if the request fails */
  fetchUser: () => Promise<SessionUser>;
  /** Ends the session at the user pool and deletes its tokens. Never fails. */
  signOut: () => Promise<void>;
  /** Deletes the stored tokens without a request. */
  forget: () => void;
  /**
   * Reports sign-in, sign-out (in other tabs too) and refresh.
   * @returns unsubscribe function
   */
  onChange: (listener: (event: 'signed-in' | 'signed-out') => void) => () => void;
}
