import { createHash, getDiffieHellman } from 'node:crypto';

/** The 3072-bit group that all clients of this protocol have built in (RFC 3526, number 15). */
export const N_BYTES = getDiffieHellman('modp15').getPrime();
export const N = BigInt(`0x${N_BYTES.toString('hex')}`);
export const G = 2n;

/** Longest hexadecimal number that can stand for a member of the group. */
export const MAX_HEX_DIGITS = N_BYTES.length * 2;

/**
 * Bytes of a number as the clients hash them: two's complement, so a zero byte comes first when the
 * highest bit is set, and no other padding.
 */
export function signedBytes(value: bigint): Buffer {
  const digits = value.toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return Buffer.from(/^[89a-f]/.test(even) ? `00${even}` : even, 'hex');
}

export function fromBytes(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
}

/** Hash of the concatenation, as a number. */
export function hashToNumber(...parts: Uint8Array[]): bigint {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return fromBytes(hash.digest());
}

/** Multiplier of SRP-6a. */
export const K = hashToNumber(signedBytes(N), signedBytes(G));
