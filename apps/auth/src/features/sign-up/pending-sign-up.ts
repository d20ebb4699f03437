const KEY = 'tomekeeper.pending-sign-up';

/**
 * The address whose code this tab waits for, so that a reload (a phone's browser does it when one
 * looks at the mail) does not lose the second step. The password is never stored.
 */
export const pendingSignUp = {
  read(): string | undefined {
    try {
      return sessionStorage.getItem(KEY) ?? undefined;
    } catch {
      return undefined; // storage is closed to this site
    }
  },
  remember(email: string) {
    try {
      sessionStorage.setItem(KEY, email);
    } catch {
      // A reload starts over then.
    }
  },
  forget() {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // Nothing was stored either.
    }
  },
};
