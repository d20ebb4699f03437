import { synonymsOf } from './synonyms';

it('knows what else a word is called, in its forms', () => {
  expect(synonymsOf('armour')).toEqual(['ac', 'armor']);
  expect(synonymsOf('villages')).toContain('town');
  expect(synonymsOf('strahd')).toEqual([]);
});
