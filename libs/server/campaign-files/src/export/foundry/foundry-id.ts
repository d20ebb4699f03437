import { createHash } from 'node:crypto';

const LENGTH = 16;

/** An id as Foundry accepts it: 16 letters and digits, equal for equal parts. */
export function foundryId(...parts: readonly string[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  return BigInt(`0x${hash}`).toString(36).padStart(LENGTH, '0').slice(-LENGTH);
}
