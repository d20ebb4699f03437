import { addressOf, caller, describeClient, withCaller } from './caller';

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
  ['what is no address', '127.0.0.1', 'localhost', '127.0.0.1'],
])('believes %s as far as it may', (_who, peer, forwardedFor, expected) => {
  expect(addressOf(peer, forwardedFor)).toBe(expected);
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari on macOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 SamsungBrowser/28.0',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) Chrome/140.0 OPR/120.0', 'Opera on ChromeOS'],
  ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) Version/18.5 Safari/604.1', 'Safari on iPad'],
  ['<script>alert(1)</script>', ''],
  ['', ''],
])('reads %j as %j', (userAgent, expected) => {
  expect(describeClient(userAgent)).toBe(expected);
});
