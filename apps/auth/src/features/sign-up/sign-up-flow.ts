import type { Http } from '@tomekeeper/remote-kit';
import type { FinishSignIn } from '../auth-page/finish-sign-in';
import type { NewAccount, UserPool } from '../session/user-pool/user-pool';
import { isPoolError } from '../session/user-pool/user-pool-error';
import { signInAfterwards } from '../session/sign-in-outcome';
import type { SignInOutcome } from '../session/sign-in-outcome';

const KEY = 'tomekeeper.pending-sign-up';

/** A sign-up that waits for its code. */
export interface PendingSignUp {
  email: string;
  /** Its session; absent if the sign-up started elsewhere. */
  session?: string | undefined;
}

/**
 * Pending sign-up of this tab. It survives a reload, which phone browsers do when the user switches
 * to the mail app. The password is never stored. The session grants no access: it identifies the
 * password to use once the mailbox is verified.
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

/** A session that cannot be guessed. */
export function newSession(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SESSION_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Someone on the way from the form to the product. A reload leaves only the address and the session. */
export interface Applicant extends PendingSignUp {
  password?: string;
  firstName?: string;
  lastName?: string;
}

/** Functions that both steps use to complete the sign-up. */
export interface StepProps {
  finish: (outcome: SignInOutcome | undefined, applicant: Applicant) => Promise<void>;
  finishing: FinishSignIn;
}

/**
 * Creates the account. Our own pool lets several sign-ups wait for one address; a managed one refuses
 * the second, which may just want another code.
 * @returns whether a code must confirm the address first
 * @throws {UserPoolError} also when the account exists and is confirmed
 */
export async function createAccount(
  pool: UserPool,
  account: NewAccount,
  { managed }: { managed: boolean },
): Promise<'confirm' | 'done'> {
  try {
    return await pool.signUp(account);
  } catch (error) {
    if (!managed || !isPoolError(error, 'UsernameExistsException')) throw error;
    await pool.resendSignUpCode(account.email);
    return 'confirm';
  }
}

/** The pool's errors for a wrong or used code, and for a confirmed account. */
const CODE_ERRORS = ['CodeMismatchException', 'ExpiredCodeException', 'NotAuthorizedException'];

/**
 * Confirms the address, then signs in with the entered password. When the pool rejects the code,
 * the sign-in shows whether another browser has confirmed the address. The pool does not count
 * sign-ins to unconfirmed accounts as failures.
 * @returns how far that went; nothing when the person must sign in by hand
 * @throws {UserPoolError} when the code is refused and the account is unconfirmed
 */
export async function confirmAccount(
  pool: UserPool,
  http: Http,
  applicant: Applicant,
  code: string,
): Promise<SignInOutcome | undefined> {
  try {
    await pool.confirmSignUp(applicant.email, code, applicant.session);
  } catch (error) {
    if (!CODE_ERRORS.some((name) => isPoolError(error, name))) throw error;
    const outcome = await signInApplicant(pool, http, applicant);
    if (!outcome || outcome.kind === 'confirm-sign-up') throw error;
    return outcome;
  }
  return signInApplicant(pool, http, applicant);
}

/** Signs in to an account that needs no code, or no longer. */
export async function signInApplicant(
  pool: UserPool,
  http: Http,
  { email, password, firstName, lastName }: Applicant,
): Promise<SignInOutcome | undefined> {
  if (!password) return undefined;
  // Usually rejected because the account already has another password.
  const outcome = await signInAfterwards(pool, email, password);
  if (outcome?.kind === 'signed-in' && firstName && lastName) {
    // The pool has the names too; a failure here must not keep anyone out.
    await import('../session/me-api')
      .then((api) => api.saveNames(http, { first_name: firstName, last_name: lastName }))
      .catch(() => undefined);
  }
  return outcome;
}
