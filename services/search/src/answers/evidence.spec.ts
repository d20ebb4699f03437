import { minStrength, discountNames, findNames } from './evidence';

it('requires more evidence in larger campaigns', () => {
  expect([0, 1, 500].map(minStrength)).toEqual([0.5, 0.5, 0.5]);
  expect(minStrength(5_000)).toBeCloseTo(0.575);
  expect(minStrength(100_000)).toBeCloseTo(0.673, 3);
});

it.each([
  ['How old is Captain Irsa Quill?', ['captain', 'irsa', 'quill']],
  ['Who killed the king? Strahd did', []],
  ["What is Ysolde's brother called?", ['ysolde']],
])('finds names in %s', (question, names) => {
  expect([...findNames(question)]).toEqual(names);
});

const term = (word: string) => ({ queryWord: { word }, stems: new Map([[word, 4]]), worth: 4 });

it('counts names half', () => {
  const [old, irsa] = discountNames([term('old'), term('irsa')], 'How old is Irsa?');
  expect([old?.worth, irsa?.worth, irsa?.stems.get('irsa')]).toEqual([4, 2, 2]);
});

it('counts names fully in questions of names only', () => {
  expect(discountNames([term('irsa')], 'Who is Irsa?')[0]?.worth).toBe(4);
});
