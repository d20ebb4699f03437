import { synonymsOf } from './synonyms';

it('finds synonyms of inflected words', () => {
  expect(synonymsOf('armour')).toEqual(['ac', 'armor']);
  expect(synonymsOf('villages')).toContain('town');
  expect(synonymsOf('strahd')).toEqual([]);
});
