import { randomBytes } from 'node:crypto';
import { Keyring } from './keyring';

const key = (version: number) => `${version}:${randomBytes(32).toString('base64')}`;

describe('Keyring', () => {
  const first = key(1);
  const ring = Keyring.parse(first);

  it('opens what it sealed', () => {
    expect(ring.open(ring.seal('the duke lied', 'mail', 'a'), 'mail', 'a').toString()).toBe(
      'the duke lied',
    );
  });

  it('refuses a value of another purpose or owner', () => {
    const sealed = ring.seal('x', 'mail', 'a');
    expect(() => ring.open(sealed, 'srp', 'a')).toThrow();
    expect(() => ring.open(sealed, 'mail', 'b')).toThrow();
  });

  it('refuses an altered value', () => {
    const sealed = ring.seal('secret', 'mail');
    const altered = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
    expect(() => ring.open(altered, 'mail')).toThrow();
  });

  it('seals with the first key and still opens with the older one', () => {
    const sealed = ring.seal('old', 'mail');
    const rotated = Keyring.parse(`${key(2)},${first}`);
    expect(rotated.open(sealed, 'mail').toString()).toBe('old');
    expect(rotated.seal('new', 'mail')).toMatch(/^2\./);
  });

  it.each(['', 'x', '1:short', `1:${Buffer.alloc(31).toString('base64')}`, `${first},${first}`])(
    'refuses the keyring %j',
    (text) => {
      expect(() => Keyring.parse(text)).toThrow();
    },
  );
});
