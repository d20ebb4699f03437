const KEY = 'tomekeeper.pending-sign-up';

/** A sign-up that waits for its code. */
export interface PendingSignUp {
  email: string;
  /** Its session; absent where it was made elsewhere. */
  session?: string | undefined;
}

/**
 * The sign-up whose code this tab waits for, so that a reload (a phone's browser does it when one looks
 * at the mail) does not lose the second step. The password is never stored. The session opens nothing by
 * itself: it says which of the passwords for an address is meant, once the mailbox has been proved.
 */
export const pendingSignUp = {
  read(): PendingSignUp | undefined {
    try {
      const [email, session] = sessionStorage.getItem(KEY)?.split('\n') ?? [];
      return email ? { email, session } : undefined;
    } catch {
      return undefined; // storage is closed to this site
    }
  },
  remember({ email, session }: PendingSignUp) {
    try {
      sessionStorage.setItem(KEY, [email, ...(session ? [session] : [])].join('\n'));
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

const SESSION_BYTES = 32;

/** A session that nobody else can know. */
export function newSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SESSION_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
