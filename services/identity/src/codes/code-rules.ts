import { randomInt } from 'node:crypto';

/** Purpose of a code. A code is valid for one purpose only. */
export type CodePurpose = 'confirm-sign-up' | 'reset-password' | 'verify-email' | 'verify-phone';

const HOUR_MS = 3_600_000;
const LIFETIME_MS: Record<CodePurpose, number> = {
  'confirm-sign-up': 24 * HOUR_MS,
  'reset-password': HOUR_MS,
  'verify-email': 24 * HOUR_MS,
  'verify-phone': 24 * HOUR_MS,
};
/** After this many wrong attempts from one source, all its codes are rejected, even the right one. */
export const MAX_TRIES = 5;

export type CodeVerdict = 'right' | 'wrong' | 'expired' | 'too-many-tries';

export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

export function expiryOf(purpose: CodePurpose, now: number): number {
  return now + LIFETIME_MS[purpose];
}

/** @param tries number of attempts, including this one */
export function judgeCode(
  code: { tries: number; expiresAt: number; matches: boolean },
  now: number,
): CodeVerdict {
  if (code.tries > MAX_TRIES) return 'too-many-tries';
  if (code.expiresAt <= now) return 'expired';
  return code.matches ? 'right' : 'wrong';
}
