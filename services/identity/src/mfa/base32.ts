const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

/** RFC 4648 without padding, which is what authenticator apps are given. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let pending = 0;
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    pending += 8;
    while (pending >= BITS) {
      pending -= BITS;
      text += ALPHABET[(buffer >> pending) & 31];
    }
    buffer &= (1 << pending) - 1;
  }
  return pending > 0 ? text + ALPHABET[(buffer << (BITS - pending)) & 31] : text;
}
