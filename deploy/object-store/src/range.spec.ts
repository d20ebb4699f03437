import { parseRange } from './range';

it.each([
  ['bytes=0-3', { first: 0, last: 3 }],
  ['bytes=4-', { first: 4, last: 9 }],
  ['bytes=-4', { first: 6, last: 9 }],
  ['bytes=-40', { first: 0, last: 9 }],
  ['bytes=8-40', { first: 8, last: 9 }],
  ['bytes=5-2', undefined],
  ['bytes=0-1,4-5', undefined],
  ['lines=1-2', undefined],
  ['bytes=-', undefined],
  [undefined, undefined],
])('reads %s of ten bytes', (text, expected) => {
  expect(parseRange(text, 10)).toEqual(expected);
});

it.each(['bytes=10-', 'bytes=-0'])('refuses %s of ten bytes', (text) => {
  expect(() => parseRange(text, 10)).toThrow(expect.objectContaining({ code: 'InvalidRange' }));
});
