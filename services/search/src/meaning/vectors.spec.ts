import { withRows, type Block } from './vectors';

const NOTHING: Block = {
  made: new Float64Array(),
  numbers: new Int8Array(),
  lengths: new Float32Array(),
  dims: 0,
};
const row = (made: number, ...vector: number[]) => ({ made, vector: Buffer.from(vector) });
/** As plain lists. */
const shown = ({ made, numbers, lengths, dims }: Block) => ({
  ...{ made: [...made], numbers: [...numbers], dims },
  lengths: [...lengths].map((length) => Math.round(length)),
});

it('puts rows behind those that are there, which whoever holds the block of before sees nothing of', () => {
  const first = withRows(NOTHING, [row(1, 3, 4), row(2, 252, 3)], 40);
  const second = withRows(first, [row(7, 6, 8)], 3);
  expect(shown(second)).toEqual({
    ...{ made: [1, 2, 7], numbers: [3, 4, -4, 3, 6, 8], dims: 2 },
    lengths: [5, 5, 10],
  });
  expect(second.numbers.buffer).toBe(first.numbers.buffer);
  expect([...first.made]).toEqual([1, 2]);
  // One that was begun and left is written over.
  expect(shown(withRows(first, [row(9, 1, 0)], 3)).made).toEqual([1, 2, 9]);
});

it('takes more room where more come than were known of', () => {
  const first = withRows(NOTHING, [row(1, 3, 4)], 1);
  const many = Array.from({ length: 100 }, (_, at) => row(at + 2, 3, 4));
  const all = withRows(first, many, 1);
  expect(all.numbers.buffer).not.toBe(first.numbers.buffer);
  expect(shown(all)).toMatchObject({ lengths: Array<number>(101).fill(5), dims: 2 });
});

it('takes no vector of another size for one, whichever comes first', () => {
  const refused = withRows(NOTHING, [row(1), row(2)], 4);
  expect(shown(refused)).toMatchObject({ made: [1, 2], lengths: [0, 0] });
  const all = withRows(withRows(refused, [row(3, 3, 4)], 4), [row(4, 1, 2, 3)], 4);
  expect(shown(all)).toMatchObject({ made: [1, 2, 3, 4], lengths: [0, 0, 5, 0], dims: 2 });
  expect([...all.numbers.slice(4, 6)]).toEqual([3, 4]);
});
