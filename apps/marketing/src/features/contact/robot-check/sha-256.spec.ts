import { createHash, randomBytes } from 'node:crypto';
import { sha256 } from './sha-256';

const hex = (words: Uint32Array) =>
  Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');

describe('sha256', () => {
  it('agrees with the system for every length around its blocks', () => {
    for (let length = 0; length <= 200; length++) {
      const message = randomBytes(length);
      expect(hex(sha256(message))).toBe(createHash('sha256').update(message).digest('hex'));
    }
  });
});
