import { enoughIn } from './evidence';

it('asks for more of a question the more passages there are in which its words may meet', () => {
  expect([0, 1, 500].map(enoughIn)).toEqual([0.5, 0.5, 0.5]);
  expect(enoughIn(5_000)).toBeCloseTo(0.575);
  expect(enoughIn(100_000)).toBeCloseTo(0.673, 3);
});
