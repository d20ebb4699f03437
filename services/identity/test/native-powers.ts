import path from 'node:path';

type BigInteger = {
  toString(radix: number): string;
  mod(divisor: BigInteger): BigInteger;
  modPow(
    exponent: BigInteger,
    modulus: BigInteger,
    callback: (error: null, result: BigInteger) => void,
  ): BigInteger;
};
type Library = { default: { new (hex: string, radix: 16): BigInteger; prototype: BigInteger } };

/**
 * Replaces Amplify's modular exponentiation with native BigInt: Amplify takes a tenth of a second for each,
 * and a sign-in needs three. native-powers.spec.ts compares the results; browser tests sign in with
 * unmodified Amplify.
 */
export function useNativePowers(): void {
  const { default: AmplifyInteger } = amplifyIntegers();
  AmplifyInteger.prototype.modPow = function (this: BigInteger, exponent, modulus, callback) {
    const result = power(nativeOf(this), nativeOf(exponent), nativeOf(modulus));
    const converted = new AmplifyInteger(result.toString(16), 16);
    callback(null, converted);
    return converted;
  };
}

/** Of the same registry as the Amplify that the test imports. */
export function amplifyIntegers(): Library {
  const auth = require.resolve('@aws-amplify/auth', {
    paths: [path.dirname(require.resolve('aws-amplify'))],
  });
  const file = 'providers/cognito/utils/srp/BigInteger/BigInteger.js';
  return jest.requireActual<Library>(path.join(path.dirname(auth), file));
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  for (const bit of exponent.toString(2)) {
    result = (result * result) % modulus;
    if (bit === '1') result = (result * base) % modulus;
  }
  return (result + modulus) % modulus;
}

function nativeOf(value: BigInteger): bigint {
  const hex = value.toString(16);
  return hex.startsWith('-') ? -BigInt(`0x${hex.slice(1)}`) : BigInt(`0x${hex}`);
}
