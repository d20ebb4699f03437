import os from 'node:os';
import { AllowedHosts } from './allowed-hosts';

const OWN = '192.0.2.30';
/** Changes the machine's address. */
const moveTo = (address: string) =>
  jest
    .spyOn(os, 'networkInterfaces')
    .mockReturnValue({ eth0: [{ address } as os.NetworkInterfaceInfo], down: undefined });
afterEach(() => jest.restoreAllMocks());

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

  it.each(['0.0.0.0', '::', '[::]'])('are no address by the name of %s', (bind) => {
    moveTo(OWN);
    expect(new AllowedHosts({ bind }).allows('0.0.0.0')).toBe(false);
    expect(new AllowedHosts({ bind }).allows('[::]')).toBe(false);
    expect(new AllowedHosts({ bind }).allows(OWN)).toBe(true);
  });

  it('are the machine’s own names by default', () => {
    moveTo(OWN);
    const alone = new AllowedHosts({});
    expect(['localhost', '127.0.0.1', '[::1]'].map((host) => alone.allows(host))).toEqual([
      true,
      true,
      true,
    ]);
    expect([alone.allows(OWN), alone.allows('undefined')]).toEqual([false, false]);
  });

  it('follow the machine from network to network within five seconds, without asking each time', () => {
    const now = jest.spyOn(performance, 'now');
    const refused = moveTo(OWN);
    const at = (ms: number, address: string) => {
      now.mockReturnValue(ms);
      moveTo(address);
    };
    const everywhere = new AllowedHosts({ bind: '0.0.0.0' });
    at(1_000, '192.0.2.30');
    expect(everywhere.allows('192.0.2.30')).toBe(true);
    at(6_000, '192.0.2.31');
    expect([everywhere.allows('192.0.2.30'), everywhere.allows('192.0.2.31')]).toEqual([
      true,
      false,
    ]);
    at(6_001, '192.0.2.31');
    expect([everywhere.allows('192.0.2.30'), everywhere.allows('192.0.2.31')]).toEqual([
      false,
      true,
    ]);
    expect(refused).toHaveBeenCalledTimes(2);
  });

  it('are the one address that the server listens on', () => {
    moveTo(OWN);
    const bound = new AllowedHosts({ bind: '192.0.2.9' });
    expect(['192.0.2.9:80', '192.0.2.8', OWN].map((host) => bound.allows(host))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
