import { questionWordsOf, startsQuestion } from './question-words';

it.each([
  ['Who is the smith', true],
  ['“Quién es el rey', true],
  ['Welchem Gott dient er', true],
  ["Var'Nakk waits", false],
  ['Wholesome food', false],
  ['', false],
])('recognizes the start of a question: %j', (query, expected) => {
  expect(startsQuestion(query)).toBe(expected);
});

it('returns the words of questions by language', () => {
  expect(questionWordsOf('german').has('viele')).toBe(true);
  expect(questionWordsOf('french').has('combien')).toBe(true);
  expect([...questionWordsOf('english'), ...questionWordsOf('finnish')]).toEqual([]);
});
