/** Failed attempts at one secret, by one source or in total. */
export interface Attempts {
  failures: number;
  lastAt: number;
  lockedUntil: number | undefined;
}

/** Exponential backoff after failed attempts. */
export interface LockRule {
  /** Failures without a lockout; the next one locks for one second, each further one for twice as long. */
  free: number;
  longestSeconds: number;
  /** Earlier failures expire after this many milliseconds without an attempt. */
  quietMs: number;
}

/**
 * The guessed secret. Counted separately: guesses at codes that anyone may request must not lock out the owner's
 * password or second factor.
 */
export type GuessedAt = 'password' | 'first-factor-code' | 'second-factor' | 'mailed-code';

const MAX_LOCK_SECONDS = 15 * 60;
/** A longer lock was written by a clock that was far ahead; small clock skew is tolerated. */
const MAX_PLAUSIBLE_LOCK_SECONDS = 2 * MAX_LOCK_SECONDS;

/** Per source: the fifth failure locks. */
export const SOURCE_RULE: LockRule = {
  free: 4,
  longestSeconds: MAX_LOCK_SECONDS,
  quietMs: 15 * 60 * 1000,
};
/** Failures per source that count toward the global rate limit. */
export const MAX_COUNTED_PER_SOURCE = 10;
/** Failures per source at mailed codes, across all codes. */
export const MAX_FAILURES_PER_SOURCE = 20;
const BRAKE_QUIET_MS = 6 * 60 * 60 * 1000;

/**
 * Global rate limit for all sources that the owner has never used. Slows down distributed guessing to one attempt per
 * minute, or one per 15 minutes for secrets with only a million possible values.
 */
export const BRAKE_RULES: Readonly<Record<GuessedAt, LockRule>> = {
  password: { free: 100, longestSeconds: 60, quietMs: BRAKE_QUIET_MS },
  'first-factor-code': brakeOfCodes(50),
  'second-factor': brakeOfCodes(20),
  'mailed-code': brakeOfCodes(50),
};

/**
 * Counts an attempt before the check; a success clears the count, so that concurrent guesses cannot bypass it.
 * @returns the new count, or undefined when the source is locked out and the attempt must not happen
 */
export function nextAttempt(
  known: Attempts | undefined,
  now: number,
  rule: LockRule = SOURCE_RULE,
): Attempts | undefined {
  if (known?.lockedUntil !== undefined && isLocked(known.lockedUntil, now)) return undefined;
  const forgotten = known === undefined || known.lastAt + rule.quietMs <= now;
  const failures = forgotten ? 1 : known.failures + 1;
  const seconds = lockSeconds(failures, rule);
  return { failures, lastAt: now, lockedUntil: seconds > 0 ? now + seconds * 1000 : undefined };
}

function brakeOfCodes(free: number): LockRule {
  return { free, longestSeconds: MAX_LOCK_SECONDS, quietMs: BRAKE_QUIET_MS };
}

function isLocked(until: number, now: number): boolean {
  return until > now && until <= now + MAX_PLAUSIBLE_LOCK_SECONDS * 1000;
}

export function lockSeconds(
  failures: number,
  { free, longestSeconds }: Pick<LockRule, 'free' | 'longestSeconds'>,
): number {
  if (failures <= free) return 0;
  return Math.min(2 ** (failures - free - 1), longestSeconds);
}
