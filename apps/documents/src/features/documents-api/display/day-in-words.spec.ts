import { dayInWords } from './day-in-words';

const NOW = new Date(2026, 10, 23, 0, 30);

it.each([
  ['of the same day', new Date(2026, 10, 23, 0, 1), 'today'],
  ['half an hour before midnight', new Date(2026, 10, 22, 23, 59), 'yesterday'],
  ['of six days ago', new Date(2026, 10, 17, 12), '6 days ago'],
  ['of a week ago', new Date(2026, 10, 16, 12), 'Nov 16'],
  ['across a change of the clock', new Date(2026, 2, 28, 12), 'Mar 28'],
  ['of another year', new Date(2025, 11, 24), 'Dec 24, 2025'],
  ['of tomorrow, by a clock that is ahead', new Date(2026, 10, 24, 1), 'Nov 24'],
])('a document %s', (_when, moment, words) => {
  expect(dayInWords(moment, NOW)).toBe(words);
});
