import os from 'node:os';
import { AllowedHosts } from './allowed-hosts';

describe('allowed hosts', () => {
  const hosts = new AllowedHosts({
    urls: ['https://Tomes.example.org:8443', 'http://files.example.org'],
    hosts: ['play.example.net', '192.0.2.7', '2001:db8::1'],
    bind: '127.0.0.1',
  });

  it.each([
    'localhost',
    'localhost:8080',
    'LOCALHOST:1',
    '127.0.0.1:8080',
    '[::1]:8080',
    '[0:0:0:0:0:0:0:1]',
    'tomes.example.org',
    'tomes.example.org.',
    'tomes.example.org:9000',
    'files.example.org',
    'play.example.net:80',
    '192.0.2.7',
    '[2001:db8:0::1]:80',
  ])('are %s', (host) => {
    expect(hosts.allows(host)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'evil.example',
    'localhost.evil.example',
    'evil.localhost',
    'tomes.example.org.evil.example',
    'tomes.example.org@evil.example',
    'evil.example/localhost',
    'localhost, evil.example',
    'localhost:80:80',
    'localhost:abc',
    '127.0.0.2',
    '[::1',
    '[::2]',
    '2001:db8::1',
    '0.0.0.0',
  ])('are not %s', (host) => {
    expect(hosts.allows(host)).toBe(false);
  });

  it('are this machine’s own addresses where it listens on all of them, as literals only', () => {
    const everywhere = new AllowedHosts({ bind: '0.0.0.0' });
    const own = Object.values(os.networkInterfaces()).flatMap((each) => each ?? []);
    expect(own.length).toBeGreaterThan(0);
    for (const { address, family } of own)
      expect(everywhere.allows(family === 'IPv6' ? `[${address}]:80` : `${address}:80`)).toBe(true);
    expect(everywhere.allows('203.0.113.200')).toBe(false);
    expect(everywhere.allows(os.hostname() === 'localhost' ? 'other' : os.hostname())).toBe(false);
  });

  it('are the one address that the server listens on', () => {
    const bound = new AllowedHosts({ bind: '192.0.2.9' });
    expect([bound.allows('192.0.2.9:80'), bound.allows('192.0.2.8')]).toEqual([true, false]);
  });
});
