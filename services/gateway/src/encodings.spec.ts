import { acceptedEncoding } from './encodings';

it.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['GZIP ; q=0.5', 'gzip'],
  ['*', 'br'],
  ['gzip, *;q=0', 'gzip'],
  ['br;q=0, *', 'gzip'],
  [' br ; q=0 , gzip ; q = 1', 'gzip'],
  [' BR', 'br'],
  ['br;q=0.000, gzip;q=0.001', 'gzip'],
  ['br;level=1;q=0, gzip', 'gzip'],
  ['br;q=0;level=1, gzip', 'gzip'],
  ['br;xq=0', 'br'],
  ['br;q=0x', 'br'],
  [['gzip', 'deflate'], 'gzip'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('answers Accept-Encoding %j with %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
