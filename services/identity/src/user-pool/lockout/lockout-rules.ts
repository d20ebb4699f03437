/** Wrong passwords of one account so far. */
export interface Attempts {
  failures: number;
  lastAt: number;
  lockedUntil: number | undefined;
}

/** Wrong passwords that cost nothing. */
const FREE_FAILURES = 5;
const LONGEST_LOCK_SECONDS = 15 * 60;
/** What locks for longer was written by a clock that was far ahead; clocks may differ a little. */
export const LOCK_BELIEVED_SECONDS = 2 * LONGEST_LOCK_SECONDS;
/** After this long without a try, earlier failures are forgotten. */
const QUIET_MS = 15 * 60 * 1000;

/**
 * Counts one more try, before its password is looked at: a try that turns out right clears the count,
 * so that guesses made at the same moment can't slip past it.
 * @returns the new count, or undefined when the account is locked and the try must not happen
 */
export function nextAttempt(known: Attempts | undefined, now: number): Attempts | undefined {
  if (known?.lockedUntil !== undefined && isLocked(known.lockedUntil, now)) return undefined;
  const forgotten = known === undefined || known.lastAt + QUIET_MS <= now;
  const failures = forgotten ? 1 : known.failures + 1;
  const seconds = lockSeconds(failures);
  return { failures, lastAt: now, lockedUntil: seconds > 0 ? now + seconds * 1000 : undefined };
}

function isLocked(until: number, now: number): boolean {
  return until > now && until <= now + LOCK_BELIEVED_SECONDS * 1000;
}

/** The fifth failure locks for a second, each further one for twice as long. */
export function lockSeconds(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(2 ** (failures - FREE_FAILURES), LONGEST_LOCK_SECONDS);
}
