import type { Heading } from '../../../documents-api/passages-api';
import { underHeading } from './under-heading';

const heading = (id: string, level: number, at: number): Heading => ({ id, level, at, text: id });
const headings = [
  heading('one', 1, 0),
  heading('deep', 2, 4),
  heading('deeper', 3, 6),
  heading('other', 2, 9),
  heading('two', 1, 12),
];

it.each([
  ['one', [0, 11]],
  ['deep', [4, 8]],
  ['deeper', [6, 8]],
  ['other', [9, 11]],
  ['two', [12, 19]],
])('what stands under %s ends before the next heading as high', (id, stretch) => {
  const found = headings.find((one) => one.id === id);
  expect(found && underHeading(headings, found, 20)).toEqual(stretch);
});
