import { compoundsIn, nameVariants, normalize, queryWordsOf } from './normalization';

it.each([
  ["Tal'Mereth’s vault", ['talmereth']],
  ["Day's End", []],
  ['Oro-oro-ponoro and Ey-La', ['orooroponoro', 'eyla']],
  ['IronGateKeep.md', ['iron', 'gate', 'keep']],
  ['The NPC of the GM', []],
  ['Armor class 15', ['ac']],
  ['1,000 gp, 12.500 km and 1’000’000', ['1000', '12500', '1000000']],
  ['龙住在山里。', ['龙住', '住在', '在山', '山里']],
  ['Version 1.2.345, 3.5 and 10,20', []],
])('finds other spellings in %s', (text, variants) => {
  expect(nameVariants(text)).toEqual(variants);
});

it('finds compounds without their possessive', () => {
  expect(compoundsIn("In Tal'Mereth's vault")).toEqual([{ word: 'talmereth', start: 3, end: 13 }]);
});

it.each([
  ['1,000,000 gp', ['1000000', 'gp']],
  ['龙 1.5', ['龙', '1', '5']],
  ['影の谷 map', ['影の', 'の谷', 'map']],
  ['スレイヤー', ['スレ', 'レイ', 'イヤ', 'ヤー']],
])('splits the query %s', (query, words) => {
  expect(queryWordsOf(query)).toEqual(words);
});

it('normalizes letters that Unicode does not decompose', () => {
  expect(normalize('Straße, Ærø, Łódź')).toBe('strasse, aero, lodz');
});
