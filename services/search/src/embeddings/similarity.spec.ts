import { quantize } from './quantized-vector';
import { Similarities, similarityOf } from './similarity';
import type { Block } from './embedding-cache';

const ASKED = quantize([1, 0])!;

/** Vectors with the given similarities to the question, by number. */
function blockOf(near: Readonly<Record<number, number>>): Block {
  const vectors = Object.values(near).map((one) => quantize([one, Math.sqrt(1 - one * one)])!);
  return {
    numbers: Float64Array.from(Object.keys(near), Number),
    vectors: Int8Array.from(vectors.flatMap(({ values }) => [...values])),
    lengths: Float32Array.from(vectors, ({ length }) => length),
    dimensions: 2,
  };
}
const sorted = (numbers: number[]) => numbers.sort((a, b) => a - b);

it('returns similarities across blocks', async () => {
  const scores = await Similarities.of([blockOf({ 2: 0.9, 7: 0.1 }), blockOf({ 3: 0.5 })], ASKED);
  const near = [2, 7, 3, 5].map((number) => scores.similarity(number));
  expect(near.map((one) => Math.round(one * 50) / 50)).toEqual([0.9, 0.1, 0.5, 0]);
  expect(scores.hasAny).toBe(true);
});

it('returns similar passages, of all or of a set', async () => {
  const scores = await Similarities.of([blockOf({ 2: 0.9, 7: 0.1 }), blockOf({ 3: 0.5 })], ASKED);
  expect(sorted(scores.nearest())).toEqual([2, 3]);
  expect(scores.nearest(Float64Array.of(3, 7, 99))).toEqual([3]);
});

it('includes all passages as similar as the last one, or none if there are too many', async () => {
  const alike = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [at + 10, 0.6]));
  const few = await Similarities.of([blockOf({ 1: 0.9, ...alike(70) })], ASKED);
  expect(few.nearest()).toHaveLength(71);
  const many = await Similarities.of([blockOf({ 1: 0.9, ...alike(100) })], ASKED);
  expect(many.nearest()).toEqual([1]);
});

it('ignores vectors with other dimensions', async () => {
  const scores = await Similarities.of([{ ...blockOf({ 2: 0.9 }), dimensions: 1 }], ASKED);
  expect([scores.hasAny, scores.similarity(2), scores.nearest()]).toEqual([false, 0, []]);
});

it('compares a question with a stored vector', () => {
  const stored = ({ values }: { values: Int8Array }) => Buffer.from(values.buffer);
  expect(similarityOf(ASKED, stored(quantize([0.6, 0.8])!))).toBeCloseTo(0.6, 2);
  expect(similarityOf(ASKED, stored(quantize([-1, 0])!))).toBe(0);
  expect(similarityOf(ASKED, stored(quantize([1, 0, 0])!))).toBe(0);
});
