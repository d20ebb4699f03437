/** Wrong guesses at one thing so far, by one source or by all. */
export interface Attempts {
  failures: number;
  lastAt: number;
  lockedUntil: number | undefined;
}

/** How failures lock. */
export interface LockRule {
  /** Failures that cost nothing; the one after locks for a second, each further one for twice as long. */
  free: number;
  longestSeconds: number;
  /** After this long without a try, earlier failures are forgotten. */
  quietMs: number;
}

/**
 * What is guessed. Counted separately: someone who guesses codes that anyone may request must not lock
 * the owner's password or second factor.
 */
export type GuessedAt = 'password' | 'first-factor-code' | 'second-factor' | 'mailed-code';

const MAX_LOCK_SECONDS = 15 * 60;
/** What locks for longer was written by a clock that was far ahead; clocks may differ a little. */
const MAX_PLAUSIBLE_LOCK_SECONDS = 2 * MAX_LOCK_SECONDS;

/** For one source: the fifth failure locks. */
export const SOURCE_RULE: LockRule = {
  free: 4,
  longestSeconds: MAX_LOCK_SECONDS,
  quietMs: 15 * 60 * 1000,
};
/** Failures of one source that the brake counts. */
export const MAX_COUNTED_PER_SOURCE = 10;
/** Failures of one source at mailed codes, however many codes there are. */
export const MAX_FAILURES_PER_SOURCE = 20;
const BRAKE_QUIET_MS = 6 * 60 * 60 * 1000;

/**
 * For all sources together that the account's owner has never used. It slows down guessing from many
 * addresses at once: one try a minute is left of it, or one in a quarter of an hour where there is only
 * a million to choose from.
 */
export const BRAKE_RULES: Readonly<Record<GuessedAt, LockRule>> = {
  password: { free: 100, longestSeconds: 60, quietMs: BRAKE_QUIET_MS },
  'first-factor-code': brakeOfCodes(50),
  'second-factor': brakeOfCodes(20),
  'mailed-code': brakeOfCodes(50),
};

/**
 * Counts one more try, before its password is looked at: a try that turns out right clears the count,
 * so that guesses made at the same moment can't slip past it.
 * @returns the new count, or undefined when the source is locked and the try must not happen
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
