import { createHmac } from 'node:crypto';
import type { Tab } from './person';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

/**
 * An authenticator app (RFC 6238). The pool refuses a code that was used, so each is of a later step;
 * there are two before real time must pass.
 */
export class AuthenticatorApp {
  private readonly secret: Buffer;
  private last = 0;

  /** @param key as the page shows it, in groups */
  constructor(key: string) {
    const bits = [...key.replace(/\s/g, '')]
      .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
      .join('');
    this.secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  }

  next(): string {
    this.last = Math.max(this.last + 1, Math.floor(Date.now() / STEP_MS));
    const counter = Buffer.alloc(8);
    counter.writeBigUInt64BE(BigInt(this.last));
    const mac = createHmac('sha1', this.secret).update(counter).digest();
    const offset = (mac.at(-1) ?? 0) & 0xf;
    return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
  }
}

/** Adds a virtual authenticator to a browser that stores passkeys and confirms every request. */
export async function addPasskeyDevice({ context, page }: Tab): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}
