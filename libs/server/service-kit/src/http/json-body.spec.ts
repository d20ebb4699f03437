import { isDeeperThan } from './requests';

const depthIs = (json: string) => {
  let depth = 0;
  while (isDeeperThan(Buffer.from(json), depth)) depth++;
  return depth;
};

it.each([
  ['1', 0],
  ['[]', 1],
  ['{"a":[{"b":[]}]}', 4],
  ['[[],[],[[]]]', 3],
  ['{"a":"[[[[{{{"}', 1],
  [String.raw`{"a":"\"[[[["}`, 1],
  [String.raw`{"a":"\\","b":[[]]}`, 3],
  ['["ü[", "🜚{"]', 1],
  ['[[[', 3],
])('%j is %i deep', (json, depth) => {
  expect(depthIs(json)).toBe(depth);
});
