import { compoundsIn, nameVariants, normalize } from './normalization';

it.each([
  ["Tal'Mereth’s vault", ['talmereth']],
  ["Day's End", []],
  ['Oro-oro-ponoro and Ey-La', ['orooroponoro', 'eyla']],
  ['IronGateKeep.md', ['iron', 'gate', 'keep']],
  ['The NPC of the GM', []],
  ['Armor class 15', ['ac']],
  ['1,000 gp, 12.500 km and 1’000’000', ['1000', '12500', '1000000']],
  ['Version 1.2.345, 3.5 and 10,20', []],
])('finds other spellings in %s', (text, variants) => {
  expect(nameVariants(text)).toEqual(variants);
});

it('finds compounds without their possessive', () => {
  expect(compoundsIn("In Tal'Mereth's vault")).toEqual([{ word: 'talmereth', start: 3, end: 13 }]);
});

it('normalizes letters that Unicode does not decompose', () => {
  expect(normalize('Straße, Ærø, Łódź')).toBe('strasse, aero, lodz');
});
