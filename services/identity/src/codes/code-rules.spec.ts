import { expiryOf, judgeCode, newCode } from './code-rules';

const good = { tries: 1, expiresAt: 1000, matches: true };

it('makes codes of six digits, zeros in front included', () => {
  for (let n = 0; n < 500; n += 1) expect(newCode()).toMatch(/^\d{6}$/);
});

it('takes the right code in time', () => {
  expect(judgeCode(good, 999)).toBe('right');
  expect(judgeCode({ ...good, matches: false }, 999)).toBe('wrong');
});

it('rejects expired codes', () => {
  expect(judgeCode(good, 1000)).toBe('expired');
  for (const purpose of ['confirm-sign-up', 'verify-email', 'verify-phone'] as const)
    expect([purpose, expiryOf(purpose, 0)]).toEqual([purpose, 24 * 3_600_000]);
  expect(expiryOf('reset-password', 0)).toBe(3_600_000);
});

it('rejects every code, including the correct one, after five wrong attempts', () => {
  expect(judgeCode({ ...good, tries: 5, matches: true }, 0)).toBe('right');
  expect(judgeCode({ ...good, tries: 6, matches: true }, 0)).toBe('too-many-tries');
});
