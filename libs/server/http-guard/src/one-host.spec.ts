import { namesOneHost } from './one-host';

it.each([
  [['Host', 'a'], true],
  [['accept', '*/*', 'HOST', 'a', 'x', 'y'], true],
  [['Host', 'a', 'host', 'a'], false],
  [['Host', 'a', 'accept', '*/*', 'Host', 'b'], false],
  [['accept', 'host'], false],
  [['hosts', 'a'], false],
  [['from', 'a'], false],
  [[], false],
])('%j names one host: %s', (rawHeaders, one) => {
  expect(namesOneHost({ rawHeaders })).toBe(one);
});
