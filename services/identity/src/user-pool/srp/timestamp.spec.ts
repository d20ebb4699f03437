import { parseTimestamp } from './timestamp';

it('reads the form that all clients send', () => {
  expect(parseTimestamp('Wed Apr 5 22:42:34 UTC 2017')).toBe(Date.UTC(2017, 3, 5, 22, 42, 34));
  expect(parseTimestamp('Sat Nov 21 09:00:00 UTC 2026')).toBe(Date.UTC(2026, 10, 21, 9));
});

it.each([
  'Wed Apr 05 22:42:34 UTC 2017',
  'Mi Apr 5 22:42:34 UTC 2017',
  'Wed Apr 5 22:42:34 GMT 2017',
  'Wed Apr 5 99:42:34 UTC 2017',
  '2017-04-05T22:42:34Z',
  '',
])('refuses %j', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});
