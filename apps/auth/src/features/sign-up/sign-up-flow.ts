import type { Http } from '@tomekeeper/remote-kit';
import type { NewAccount, UserPool } from '../session/user-pool';
import { isPoolError } from '../session/user-pool-error';
import { signInAfterwards } from '../sign-in/sign-in-afterwards';
import type { SignInOutcome } from '../sign-in/sign-in-outcome';
import type { PendingSignUp } from './pending-sign-up';

/** Someone on the way from the form to the product. A reload leaves only the address and the session. */
export interface Applicant extends PendingSignUp {
  password?: string;
  firstName?: string;
  lastName?: string;
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

/**
 * Confirms the address, then signs in with the password typed.
 * @returns how far that went; nothing when the person must sign in by hand
 * @throws {UserPoolError} when the code is refused
 */
export async function confirmAccount(
  pool: UserPool,
  http: Http,
  applicant: Applicant,
  code: string,
): Promise<SignInOutcome | undefined> {
  await pool.confirmSignUp(applicant.email, code, applicant.session);
  return signInApplicant(pool, http, applicant);
}

/** Signs in to an account that needs no code, or no longer. */
export async function signInApplicant(
  pool: UserPool,
  http: Http,
  { email, password, firstName, lastName }: Applicant,
): Promise<SignInOutcome | undefined> {
  if (!password) return undefined;
  // Refused mostly because the account was made earlier with another password.
  const outcome = await signInAfterwards(pool, email, password);
  if (outcome?.kind === 'signed-in' && firstName && lastName) {
    // The pool has the names too; a failure here must not keep anyone out.
    await import('../account/me-api')
      .then((api) => api.saveNames(http, { first_name: firstName, last_name: lastName }))
      .catch(() => undefined);
  }
  return outcome;
}
