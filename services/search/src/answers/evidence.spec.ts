import { minStrength, discountNames, findNames, requiredNames } from './evidence';

it('requires more evidence in larger campaigns', () => {
  expect([0, 1, 500].map(minStrength)).toEqual([0.5, 0.5, 0.5]);
  expect(minStrength(5_000)).toBeCloseTo(0.7);
  expect(minStrength(100_000)).toBe(0.72);
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

it.each([
  ['english', 'Where is the sword of Nort the Pyromancer?', ['nort', 'pyromancer']],
  ['english', 'Who is the smith of Old Barovia?', ['barovia']],
  ['english', 'who is nort?', []],
  ['german', 'Wo ist das Schwert?', []],
])('requires names of a question in %s: %s', (language, question, names) => {
  const words = { old: 2, barovia: 4, nort: 4, pyromancer: 4, sword: 3, schwert: 3 };
  const terms = Object.entries(words).map(([word, worth]) => ({
    queryWord: { word, spellings: [], isKnown: true },
    stems: new Map([[word, worth]]),
    worth,
  }));
  const required = requiredNames({ terms, language }, question);
  expect(required.map(({ queryWord }) => queryWord.word)).toEqual(names);
});
