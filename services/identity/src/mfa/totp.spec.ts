import { base32, codeOf, matchingStep, stepAt } from './totp';

const secret = Buffer.from('12345678901234567890');

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('makes the code of RFC 6238 at %i s', (seconds, code) => {
  expect(codeOf(secret, stepAt(seconds * 1000))).toBe(code);
});

it('takes the code of now and of one step before and after', () => {
  const now = 1_700_000_000_000;
  const step = stepAt(now);
  const taken = [-2, -1, 0, 1, 2].map((by) => matchingStep(secret, codeOf(secret, step + by), now));
  expect(taken).toEqual([undefined, step - 1, step, step + 1, undefined]);
  for (const wrong of ['', '12345', '1234567', 'abcdef'])
    expect(matchingStep(secret, wrong, now)).toBeUndefined();
});

it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('writes %j in base 32 as %j', (text, expected) => {
  expect(base32(Buffer.from(text))).toBe(expected);
});
