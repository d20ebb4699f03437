import { contextualText, headingPath } from './passage-context';

const heading = (level: number, position: number) => ({
  level,
  position,
  text: `${level}.${position}`,
  stems: [],
});
const path = (...nearest: [number, number][]) =>
  headingPath(nearest.map((one) => heading(...one))).map(({ text }) => text);

it('builds the path from the nearest heading of each higher level', () => {
  expect(path([1, 1], [2, 5], [3, 8])).toEqual(['1.1', '2.5', '3.8']);
  // The third level belongs to a part that is over.
  expect(path([1, 1], [2, 9], [3, 8])).toEqual(['1.1', '2.9']);
  expect(path([2, 3], [1, 9])).toEqual(['1.9']);
  expect(path([4, 2])).toEqual(['4.2']);
  expect(path()).toEqual([]);
});

it.each([
  [['The inn', 'Guests'], 'Krezk: Guests. Two sleep.'],
  [[], 'Krezk: Two sleep.'],
])('names the subject of a part of a passage', (headings, expected) => {
  expect(contextualText({ headings, title: { title: 'Krezk' } }, 'Two sleep.')).toBe(expected);
});
