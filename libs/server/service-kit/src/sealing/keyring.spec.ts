import { randomBytes } from 'node:crypto';
import { Keyring } from './keyring';

const key = (version: number) => `${version}:${randomBytes(32).toString('base64')}`;

/** The cipher's error message. */
const UNAUTHENTIC = 'unable to authenticate data';

describe('Keyring', () => {
  const first = key(1);
  const ring = Keyring.parse(first);

  it('decrypts its own output', () => {
    expect(ring.open(ring.seal('the duke lied', 'mail', 'a'), 'mail', 'a').toString()).toBe(
      'the duke lied',
    );
  });

  it('refuses a value of another purpose or owner', () => {
    const sealed = ring.seal('x', 'mail', 'a');
    expect(() => ring.open(sealed, 'srp', 'a')).toThrow(UNAUTHENTIC);
    expect(() => ring.open(sealed, 'mail', 'b')).toThrow(UNAUTHENTIC);
  });

  it('refuses an altered value', () => {
    const sealed = ring.seal('secret', 'mail');
    const altered = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    expect(() => ring.open(altered, 'mail')).toThrow(UNAUTHENTIC);
  });

  it('seals with the first key and still opens with the older one', () => {
    const sealed = ring.seal('old', 'mail');
    const rotated = Keyring.parse(`${key(2)},${first}`);
    expect(rotated.open(sealed, 'mail').toString()).toBe('old');
    expect(rotated.seal('new', 'mail')).toMatch(/^2\./);
  });

  it('derives a key for each purpose and version', () => {
    const rotated = Keyring.parse(`${key(12)}, ${first}`);
    expect(rotated.currentVersion).toBe('12');
    const macs = [
      rotated.mac('a', 'mail'),
      rotated.mac('a', 'srp'),
      rotated.mac('a', 'mail', '1'),
      rotated.mac('b', 'mail'),
    ].map((mac) => mac.toString('hex'));
    expect(new Set(macs).size).toBe(4);
    expect(rotated.mac('a', 'mail')).toHaveLength(32);
    expect(rotated.mac('a', 'mail', '1')).toEqual(ring.mac('a', 'mail'));
    expect(() => ring.mac('a', 'mail', '2')).toThrow('There is no key of version 2.');
  });

  it('derives keys that stay the same from release to release', () => {
    // RFC 5869 and RFC 2104, computed with another implementation.
    const known = Keyring.parse(`1:${Buffer.alloc(32, 7).toString('base64')}`);
    expect(known.mac('a', 'mail').toString('hex')).toBe(
      'ccabfecaafd97303afaf4252f5e02aae526c002622c5879b95d54d49e44bed67',
    );
  });

  it('encrypts empty values, too, and rejects values that are too short or of an unknown key', () => {
    expect(ring.open(ring.seal('', 'mail'), 'mail')).toHaveLength(0);
    const refused = 'This value can not be opened with the keys at hand.';
    for (const sealed of ['', '1', '1.', `1.${'A'.repeat(36)}`, ring.seal('', 'mail').slice(2)])
      expect(() => ring.open(sealed, 'mail')).toThrow(refused);
    expect(() => ring.open(ring.seal('x', 'mail').replace('1.', '2.'), 'mail')).toThrow(refused);
  });

  it.each([
    '',
    'x',
    `x1${first}`,
    `1x${first.slice(1)}`,
    first.slice(1),
    '1:short',
    `1:${Buffer.alloc(31).toString('base64')}`,
    `${first},${first}`,
  ])('refuses the keyring %j', (text) => {
    expect(() => Keyring.parse(text)).toThrow(/^A keyring reads `/);
  });
});
