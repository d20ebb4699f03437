import { getDiffieHellman, randomBytes } from 'node:crypto';
import { amplifyIntegers, useNativePowers } from './native-powers';

it('equal Amplify’s own results', () => {
  const { default: Integer } = amplifyIntegers();
  const random = (bytes: number) => randomBytes(bytes).toString('hex');
  // The SRP group of Cognito; differences that a client computes may be negative.
  const prime = getDiffieHellman('modp15').getPrime('hex');
  const cases = [
    ['2', random(128), prime],
    [random(384), random(160), prime],
    [`-${random(400)}`, random(160), prime],
    ['2', '1', prime],
    ['7', random(4), '10001'],
  ] as const;
  const powers = () =>
    cases.map(([base, exponent, modulus]) => {
      const divisor = new Integer(modulus, 16);
      let called: unknown;
      const result = new Integer(base, 16).modPow(
        new Integer(exponent, 16),
        divisor,
        (_, given) => (called = given),
      );
      expect(called).toBe(result);
      // Amplify also applies the remainder again.
      return result.mod(divisor).toString(16);
    });
  const own = powers();
  const { modPow } = Integer.prototype;
  useNativePowers();
  expect(Integer.prototype.modPow).not.toBe(modPow);
  expect(powers()).toEqual(own);
});
