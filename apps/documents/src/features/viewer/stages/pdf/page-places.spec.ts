import { GAP, heightOf, pageAt, pagePlaces, readingPlace } from './page-places';

const size = (number: number) => ({ width: 100, height: number === 2 ? 400 : 200 });
const places = pagePlaces(3, size, 0.5);

it('puts pages below each other', () => {
  expect(places).toEqual({
    tops: [GAP, 100 + 2 * GAP, 300 + 3 * GAP],
    height: 400 + 4 * GAP,
  });
});

it('knows the page at a height', () => {
  expect([-5, 0, 100 + 2 * GAP - 1, 100 + 2 * GAP, 9999].map((y) => pageAt(places, y))).toEqual([
    1, 1, 1, 2, 3,
  ]);
});

it('keeps a place when sizes change', () => {
  const place = readingPlace(places, 100 + 2 * GAP + (200 + GAP) / 4);
  expect(place).toBeCloseTo(2.25);
  const larger = pagePlaces(3, size, 1);
  expect(heightOf(larger, place)).toBeCloseTo(200 + 2 * GAP + (400 + GAP) / 4);
  expect(readingPlace(larger, heightOf(larger, place))).toBeCloseTo(2.25);
});

it('stays within the book', () => {
  expect(heightOf(places, 99)).toBe(places.tops[2]);
  expect(heightOf(places, 0)).toBe(GAP);
  expect(Math.floor(readingPlace(places, 9999))).toBe(3);
});
