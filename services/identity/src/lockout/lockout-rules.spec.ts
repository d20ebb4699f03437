import {
  BRAKE_RULES,
  lockSeconds,
  nextAttempt,
  SOURCE_RULE,
  type Attempts,
  type LockRule,
} from './lockout-rules';

const MINUTE = 60_000;

it('lets five wrong passwords pass, then locks for twice as long each time, up to 15 minutes', () => {
  expect([1, 4, 5, 6, 7, 10, 14, 15, 16, 2000].map((n) => lockSeconds(n, SOURCE_RULE))).toEqual([
    0, 0, 1, 2, 4, 32, 512, 900, 900, 900,
  ]);
});

it('takes no try while locked, and does not count it', () => {
  let attempts: Attempts | undefined;
  for (let n = 0; n < 6; n += 1) attempts = nextAttempt(attempts, n * 2000) ?? attempts;
  expect(attempts).toMatchObject({ failures: 6, lockedUntil: 12_000 });
  expect(nextAttempt(attempts, 11_999)).toBeUndefined();
  expect(nextAttempt(attempts, 12_000)).toMatchObject({ failures: 7, lockedUntil: 16_000 });
});

it('never locks longer than the maximum, even if a clock was hours ahead', () => {
  const ahead = 180 * MINUTE;
  const locked = { failures: 30, lastAt: ahead, lockedUntil: ahead + 15 * MINUTE };
  expect(nextAttempt(locked, ahead)).toBeUndefined();
  expect(nextAttempt(locked, 0)).toMatchObject({ failures: 31, lockedUntil: 15 * MINUTE });
});

it('forgets after a quarter of an hour of quiet', () => {
  const old = { failures: 30, lastAt: 0, lockedUntil: 15 * MINUTE };
  expect(nextAttempt(old, 15 * MINUTE)).toEqual({
    failures: 1,
    lastAt: 15 * MINUTE,
    lockedUntil: undefined,
  });
});

/** Returns the days that sequential guesses take at the maximum allowed rate. */
function daysOf(guesses: number, rule: LockRule): number {
  let now = 0;
  let attempts: Attempts | undefined;
  for (let guess = 0; guess < guesses; guess += 1) {
    attempts = nextAttempt(attempts, now, rule) ?? attempts;
    now = attempts?.lockedUntil ?? now;
  }
  return now / 86_400_000;
}

it('makes 10,000 guesses from one place take weeks', () => {
  expect(daysOf(10_000, SOURCE_RULE)).toBeGreaterThan(14);
});

it('slows guessing from everywhere down: a password a minute, a code in a quarter of an hour', () => {
  expect(lockSeconds(100, BRAKE_RULES.password)).toBe(0);
  expect(lockSeconds(101, BRAKE_RULES.password)).toBe(1);
  expect(lockSeconds(5000, BRAKE_RULES.password)).toBe(60);
  expect(daysOf(10_000, BRAKE_RULES.password)).toBeGreaterThan(6);
  for (const what of ['first-factor-code', 'second-factor', 'mailed-code'] as const) {
    expect(BRAKE_RULES[what].free).toBeLessThanOrEqual(50);
    expect(daysOf(2000, BRAKE_RULES[what])).toBeGreaterThan(14);
  }
});
