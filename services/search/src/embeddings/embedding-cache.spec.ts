import { appendRows, type Block } from './embedding-cache';

const EMPTY: Block = {
  numbers: new Float64Array(),
  vectors: new Int8Array(),
  lengths: new Float32Array(),
  dimensions: 0,
};
const row = (number: number, ...vector: number[]) => ({ number, vector: Buffer.from(vector) });
const plain = ({ numbers, vectors, lengths, dimensions }: Block) => ({
  ...{ numbers: [...numbers], vectors: [...vectors], dimensions },
  lengths: [...lengths].map((length) => Math.round(length)),
});

it('appends rows in the same buffers, invisible to holders of the old block', () => {
  const first = appendRows(EMPTY, [row(1, 3, 4), row(2, 252, 3)], 40);
  const second = appendRows(first, [row(7, 6, 8)], 3);
  expect(plain(second)).toEqual({
    ...{ numbers: [1, 2, 7], vectors: [3, 4, -4, 3, 6, 8], dimensions: 2 },
    lengths: [5, 5, 10],
  });
  expect(second.vectors.buffer).toBe(first.vectors.buffer);
  expect([...first.numbers]).toEqual([1, 2]);
  // Overwrites rows that another append has written.
  expect(plain(appendRows(first, [row(9, 1, 0)], 3)).numbers).toEqual([1, 2, 9]);
});

it('grows when there are more rows than expected', () => {
  const first = appendRows(EMPTY, [row(1, 3, 4)], 1);
  const many = Array.from({ length: 100 }, (_, at) => row(at + 2, 3, 4));
  const all = appendRows(first, many, 1);
  expect(all.vectors.buffer).not.toBe(first.vectors.buffer);
  expect(plain(all)).toMatchObject({ lengths: Array<number>(101).fill(5), dimensions: 2 });
});

it('ignores vectors with other dimensions, in any order', () => {
  const empty = appendRows(EMPTY, [row(1), row(2)], 4);
  expect(plain(empty)).toMatchObject({ numbers: [1, 2], lengths: [0, 0] });
  const all = appendRows(appendRows(empty, [row(3, 3, 4)], 4), [row(4, 1, 2, 3)], 4);
  expect(plain(all)).toMatchObject({ numbers: [1, 2, 3, 4], lengths: [0, 0, 5, 0], dimensions: 2 });
  expect([...all.vectors.slice(4, 6)]).toEqual([3, 4]);
});
