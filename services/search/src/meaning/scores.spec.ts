import { quantised } from './quantised';
import { Scores } from './scores';
import type { Block } from './vectors';

const ASKED = quantised([1, 0])!;

/** Vectors that are so near to the question, with their numbers. */
function blockOf(near: Readonly<Record<number, number>>): Block {
  const vectors = Object.values(near).map((one) => quantised([one, Math.sqrt(1 - one * one)])!);
  return {
    made: Float64Array.from(Object.keys(near), Number),
    numbers: Int8Array.from(vectors.flatMap(({ numbers }) => [...numbers])),
    lengths: Float32Array.from(vectors, ({ length }) => length),
    dims: 2,
  };
}
const sorted = (numbers: number[]) => numbers.sort((a, b) => a - b);

it('says how near each is, in whichever block it stands', async () => {
  const scores = await Scores.of([blockOf({ 2: 0.9, 7: 0.1 }), blockOf({ 3: 0.5 })], ASKED);
  const near = [2, 7, 3, 5].map((number) => scores.near(number));
  expect(near.map((one) => Math.round(one * 50) / 50)).toEqual([0.9, 0.1, 0.5, 0]);
  expect(scores.isAny).toBe(true);
});

it('finds those that are near enough, of all or of some', async () => {
  const scores = await Scores.of([blockOf({ 2: 0.9, 7: 0.1 }), blockOf({ 3: 0.5 })], ASKED);
  expect(sorted(scores.nearest())).toEqual([2, 3]);
  expect(scores.nearest(Float64Array.of(3, 7, 99))).toEqual([3]);
});

it('takes all that are as near as the last one, or none of them where they are too many', async () => {
  const alike = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 10, 0.6]));
  const few = await Scores.of([blockOf({ 1: 0.9, ...alike(70) })], ASKED);
  expect(few.nearest()).toHaveLength(71);
  const many = await Scores.of([blockOf({ 1: 0.9, ...alike(100) })], ASKED);
  expect(many.nearest()).toEqual([1]);
});

it('compares nothing with vectors of another size', async () => {
  const scores = await Scores.of([{ ...blockOf({ 2: 0.9 }), dims: 1 }], ASKED);
  expect([scores.isAny, scores.near(2), scores.nearest()]).toEqual([false, 0, []]);
});
