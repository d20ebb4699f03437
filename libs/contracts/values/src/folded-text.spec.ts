import { foldText } from './folded-text';

it.each([
  ['Skjöldr', 'skjoldr'],
  ['Łódź', 'lodz'],
  ['Tal’Mereth', "tal'mereth"],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['Þórr', 'thorr'],
  ['ﬁre', 'fire'],
  ['e\u0301tat', 'etat'],
])('folds %s to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});
