import type { HandedOver } from '../session/auth-tools';
import type { UserPool } from '../session/user-pool';
import { askedAfter } from './asked';
import { signInOutcome, type SignInOutcome } from './sign-in-outcome';

/**
 * Signs in with a password that another form has just got accepted.
 * @returns nothing when that fails: the code of that form is used up, so the sign-in page asks again and
 * says why not
 */
export async function signInAfterwards(
  pool: UserPool,
  email: string,
  password: string,
): Promise<SignInOutcome | undefined> {
  try {
    return signInOutcome(await pool.signIn(email, password));
  } catch {
    return undefined;
  }
}

/** What the sign-in page is to go on with: a second step that is due already, or the form. */
export function toGoOn(email: string, outcome: SignInOutcome | undefined): HandedOver {
  if (outcome?.kind !== 'ask') return { email };
  return { email, asked: askedAfter({ proof: true }, outcome.step) };
}
