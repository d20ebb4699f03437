import {
  forgetPlace,
  forgetPlacesOfOthers,
  keepPlace,
  readPlace,
  textPlaceOf,
} from './kept-places';

beforeEach(() => localStorage.clear());

it('keeps a place for one person and one document', () => {
  keepPlace('mina', 'map', [2, 0.5]);
  keepPlace('mina', 'map', [3, 0.25]);
  expect(readPlace('mina', 'map')).toEqual([3, 0.25]);
  expect(readPlace('other', 'map')).toBeUndefined();
  expect(readPlace('mina', 'other')).toBeUndefined();
});

it('forgets only the requested positions', () => {
  keepPlace('mina', 'map', [1]);
  keepPlace('mina', 'book', [2]);
  keepPlace('mina', textPlaceOf('map'), [3]);
  forgetPlace('mina', 'map');
  expect(readPlace('mina', 'map')).toBeUndefined();
  expect(readPlace('mina', 'book')).toEqual([2]);
  expect(localStorage.getItem('tomekeeper.places')).not.toContain('map');
});

it('keeps no positions of other users, and none while signed out', () => {
  keepPlace('mina', 'map', [1]);
  keepPlace('tobin', 'map', [2]);
  forgetPlacesOfOthers('tobin');
  expect(readPlace('mina', 'map')).toBeUndefined();
  expect(readPlace('tobin', 'map')).toEqual([2]);
  forgetPlacesOfOthers();
  expect(readPlace('tobin', 'map')).toBeUndefined();
});

it('remembers the 200 that were open last', () => {
  for (let index = 0; index <= 200; index += 1) keepPlace('mina', `d${index}`, [index]);
  expect(readPlace('mina', 'd0')).toBeUndefined();
  expect(readPlace('mina', 'd1')).toEqual([1]);
  expect(readPlace('mina', 'd200')).toEqual([200]);
});

it.each([
  'nonsense',
  '[]',
  'null',
  '{"mina map":"x"}',
  '{"mina map":[null]}',
  '{"mina map":[1,2,3,4,5]}',
])('bears %s in the store', (stored) => {
  localStorage.setItem('tomekeeper.places', stored);
  expect(readPlace('mina', 'map')).toBeUndefined();
  keepPlace('mina', 'map', [1]);
  expect(readPlace('mina', 'map')).toEqual([1]);
});
