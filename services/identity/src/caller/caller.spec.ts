import { addressOf, caller, withCaller } from './caller';

it('is known in all that a request does, and to no other', async () => {
  expect(caller()).toEqual({ client: '', address: '' });
  const asked = async () => Promise.resolve().then(caller);
  const [one, two] = await Promise.all([
    withCaller({ userAgent: 'Firefox/1 Linux', address: '192.0.2.1' }, asked),
    withCaller({ userAgent: undefined }, asked),
  ]);
  expect([one, two]).toEqual([
    { client: 'Firefox on Linux', address: '192.0.2.1' },
    { client: '', address: '' },
  ]);
});

it.each([
  ['the gateway on this machine', '127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['the gateway in the same network', '10.2.3.4', '2001:db8::1', '2001:db8::1'],
  ['the gateway in the same IPv6 network', 'fd00::4', '203.0.113.7', '203.0.113.7'],
  ['a stranger', '198.51.100.9', '203.0.113.7', '198.51.100.9'],
  ['a stranger by IPv6', '2001:db8::9', '203.0.113.7', '2001:db8::9'],
  ['nobody in between', '127.0.0.1', undefined, '127.0.0.1'],
  ['a list, which the gateway never sends', '127.0.0.1', '1.2.3.4, 5.6.7.8', '127.0.0.1'],
  ['invalid addresses', '127.0.0.1', 'localhost', '127.0.0.1'],
])('believes %s as far as it may', (_who, peer, forwardedFor, expected) => {
  expect(addressOf(peer, forwardedFor)).toBe(expected);
});
