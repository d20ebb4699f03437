import { codeOf, stepAt } from '../src/mfa/totp';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * An authenticator app. Each code belongs to a new time step, because used codes are rejected. Two codes are
 * valid before real time must pass, so tests that need more reset the last used step.
 */
export class Authenticator {
  private readonly secret: Buffer;
  private last = 0;

  constructor(secretCode: string) {
    this.secret = Authenticator.bytesOf(secretCode);
  }

  next(): string {
    this.last = Math.max(this.last + 1, stepAt(Date.now()));
    return this.at(this.last);
  }

  /** The code of any step. */
  at(step: number): string {
    return codeOf(this.secret, step);
  }

  /** The code that came last, once more. */
  again(): string {
    return codeOf(this.secret, this.last);
  }

  /** Permits an earlier code again; the service's own record must be reset as well. */
  allowReuse(): void {
    this.last = 0;
  }

  static bytesOf(secretCode: string): Buffer {
    let bits = '';
    for (const character of secretCode)
      bits += ALPHABET.indexOf(character).toString(2).padStart(5, '0');
    return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  }
}
