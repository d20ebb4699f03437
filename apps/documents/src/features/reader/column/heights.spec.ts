import { Heights } from './heights';

it('uses estimated heights for unmeasured passages', () => {
  const heights = new Heights(100, 50);
  expect(heights.total).toBe(5000);
  expect(heights.topOf(10)).toBe(500);
  expect([
    heights.indexAt(0),
    heights.indexAt(499),
    heights.indexAt(500),
    heights.indexAt(99_999),
  ]).toEqual([0, 9, 10, 99]);
});

it('returns the same sum for any set of measured passages', () => {
  const heights = new Heights(1000, 40);
  const plain = Array.from({ length: 1000 }, () => 40);
  let seed = 7;
  const next = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
  for (let round = 0; round < 600; round += 1) {
    const index = next(1000);
    const height = next(200);
    heights.measure(index, height);
    // Changes below half a pixel are ignored; this test uses none.
    plain[index] = height;
  }
  let top = 0;
  for (const [index, height] of plain.entries()) {
    expect(heights.topOf(index)).toBeCloseTo(top, 6);
    if (height > 0) expect(heights.indexAt(top + height / 2)).toBe(index);
    top += height;
  }
  expect(heights.total).toBeCloseTo(top, 6);
});

it('updates the estimate, and keeps measured heights', () => {
  const heights = new Heights(10, 40);
  heights.measure(0, 100);
  heights.learn(2);
  expect(heights.estimate).toBe(40);
  heights.measure(1, 200);
  heights.learn(2);
  expect(heights.estimate).toBe(150);
  expect(heights.topOf(3)).toBe(450);
});

it('tells whether a height is news', () => {
  const heights = new Heights(10, 40);
  expect([
    heights.measure(3, 80),
    heights.measure(3, 80.2),
    heights.measure(3, 90),
    heights.measure(10, 90),
  ]).toEqual([true, false, true, false]);
});
