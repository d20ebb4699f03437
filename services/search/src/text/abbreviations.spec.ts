import { abbreviatedTermsIn, abbreviationsOf, otherSpelling } from './abbreviations';

it.each([
  ['Armour Class 17, 30 hit points', ['ac', 'hp']],
  ['It costs 5 gold pieces.', ['gp']],
  ['A nonplayer character', ['npc']],
  ['An armored class of ships', []],
])('finds terms in %s', (text, expected) => {
  expect(abbreviatedTermsIn(text).map(({ word }) => word)).toEqual(expected);
});

it('returns offsets with the plural', () => {
  expect(abbreviatedTermsIn('30 hit points')).toEqual([{ word: 'hp', start: 3, end: 13 }]);
});

it('finds terms in queries', () => {
  const found = abbreviationsOf(['dire', 'bear', 'hit', 'points']);
  expect([...found]).toEqual([
    [2, 'hp'],
    [3, 'hp'],
  ]);
});

it.each([
  ['str', 'strength'],
  ['strength', 'str'],
  ['bear', undefined],
])('spells %s differently', (word, other) => {
  expect(otherSpelling(word)).toBe(other);
});
