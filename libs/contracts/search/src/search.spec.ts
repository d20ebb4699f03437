import { searchQuery } from './search';

const sentence = (query: object) => searchQuery.safeParse(query).error?.issues[0]?.message;

it('trims the query, and defaults to twenty hits', () => {
  expect(searchQuery.parse({ q: '  dead wife ' })).toEqual({ q: 'dead wife', limit: 20 });
});

it.each([
  [{ q: '   ' }, 'q must not be empty.'],
  [{}, 'q must be text.'],
  [{ q: 'x'.repeat(401) }, 'q has at most 400 characters.'],
  [{ q: 'a\u0000b' }, 'q must not contain control characters.'],
  [{ q: 'a', limit: '51' }, 'limit must be at most 50.'],
  [{ q: 'a', limit: 'many' }, 'limit must be a number.'],
  [{ q: 'a', kind: 'map' }, 'kind must be file or note.'],
  [{ q: 'a', campaign: 'mine' }, 'This is not a valid id.'],
])('says what is wrong with %j', (query, words) => {
  expect(sentence(query)).toBe(words);
});
