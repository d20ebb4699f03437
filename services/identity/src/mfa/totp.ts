import { createHmac, timingSafeEqual } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BITS = 5;

/** RFC 4648 without padding, the format that authenticator apps expect. */
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

/** Time-based one-time passwords (RFC 6238) with the defaults of all authenticator apps. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Accepted time steps before and after the current one, for clock skew. */
const WINDOW = 1;

export function stepAt(now: number): number {
  return Math.floor(now / STEP_MS);
}

export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** @returns the time step of a valid code, or undefined */
export function matchingStep(secret: Uint8Array, code: string, now: number): number | undefined {
  const presented = Buffer.from(code);
  let matching: number | undefined;
  // Compares all steps, so that the response time is constant.
  for (let step = stepAt(now) - WINDOW; step <= stepAt(now) + WINDOW; step += 1) {
    const expected = Buffer.from(codeOf(secret, step));
    if (expected.length === presented.length && timingSafeEqual(expected, presented))
      matching = step;
  }
  return matching;
}
