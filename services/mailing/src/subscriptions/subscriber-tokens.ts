import { Injectable } from '@nestjs/common';
import { Keyring } from '@tomekeeper/service-kit';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const PURPOSE = 'one-click-unsubscribe';
const FORM = /^([0-9a-f-]{36})\.(\d+)\.([\w-]{43})$/;

/** Tokens in links: verification links are random and stored hashed, unsubscribe links not stored at all. */
@Injectable()
export class SubscriberTokens {
  constructor(private readonly keyring: Keyring) {}

  /** A new verification token, and what to store of it. */
  createVerification(): { token: string; hash: Buffer } {
    const token = randomBytes(32).toString('base64url');
    return { token, hash: this.verificationHash(token) };
  }

  verificationHash(token: string): Buffer {
    return createHash('sha256').update(token).digest();
  }

  /** Unsubscribe links stand in mails for ever, so they are signed instead of stored. */
  unsubscribeToken(subscriberId: string): string {
    const version = this.keyring.currentVersion;
    return `${subscriberId}.${version}.${this.signature(subscriberId, version)}`;
  }

  /** @returns whose token this is, if it is one of ours */
  subscriberOf(unsubscribeToken: string): string | undefined {
    const [, subscriberId = '', version = '', given = ''] = FORM.exec(unsubscribeToken) ?? [];
    if (!subscriberId) return undefined;
    try {
      const expected = Buffer.from(this.signature(subscriberId, version));
      return timingSafeEqual(expected, Buffer.from(given)) ? subscriberId : undefined;
    } catch {
      return undefined; // signed with a key that is retired
    }
  }

  private signature(subscriberId: string, version: string): string {
    return this.keyring.mac(subscriberId, PURPOSE, version).toString('base64url');
  }
}
