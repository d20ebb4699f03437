import { editDistance } from './spelling';

it.each([
  ['strad', 'strahd', 1],
  ['baravia', 'barovia', 1],
  ['form', 'from', 1],
  ['', 'abc', 3],
  ['same', 'same', 0],
  ['kitten', 'sitting', 3],
  ['é', 'e', 1],
])('between %s and %s is %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance);
  expect(editDistance(other, one)).toBe(distance);
});
