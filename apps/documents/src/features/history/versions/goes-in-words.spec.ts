import { goesInWords } from './goes-in-words';

it.each([
  ['2026-12-23T10:00:00.000Z', 'Deleted permanently in 30 days'],
  ['2026-12-23T09:59:59.000Z', 'Deleted permanently in 30 days'],
  ['2026-11-24T21:59:59.000Z', 'Deleted permanently in a day'],
  ['2026-11-23T22:00:00.000Z', 'Deleted permanently within a day'],
  ['2026-11-22T10:00:00.000Z', 'Deleted permanently within a day'],
  ['when it likes', 'Deleted permanently within a day'],
])('%s: %s', (goesAt, words) => {
  expect(goesInWords(goesAt, new Date('2026-11-23T10:00:00.000Z'))).toBe(words);
});
