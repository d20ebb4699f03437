import { duration, since } from './words';

it.each([
  [0, '0 s'],
  [59.9, '59 s'],
  [60, '1 min'],
  [7_200, '2 h'],
  [86_400, '1 day'],
  [200_000, '2 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(duration(seconds)).toBe(words);
});

it('is never in the future, even with clock skew', () => {
  expect(since('2026-11-21T12:00:05Z', Date.parse('2026-11-21T12:00:00Z'))).toBe('0 s');
});
