import { lockSeconds, nextAttempt, type Attempts } from './lockout-rules';

const MINUTE = 60_000;

it('lets five wrong passwords pass, then locks for twice as long each time, up to 15 minutes', () => {
  expect([1, 4, 5, 6, 7, 10, 14, 15, 16, 2000].map(lockSeconds)).toEqual([
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

it('keeps nobody out for longer than that, though a clock was hours ahead', () => {
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

it('makes 10,000 guesses take weeks', () => {
  let now = 0;
  let attempts: Attempts | undefined;
  for (let guess = 0; guess < 10_000; guess += 1) {
    attempts = nextAttempt(attempts, now) ?? attempts;
    now = attempts?.lockedUntil ?? now;
  }
  expect(now / 86_400_000).toBeGreaterThan(14);
});
