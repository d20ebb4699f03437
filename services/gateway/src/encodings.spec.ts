import { acceptedEncoding } from './encodings';

it.each([
  ['br, gzip', 'br'],
  ['gzip, deflate', 'gzip'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['GZIP ; q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('answers Accept-Encoding %j with %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});
