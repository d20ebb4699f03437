import { Injectable } from '@nestjs/common';
import { Keyring } from '@tomekeeper/service-kit';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const PURPOSE = 'one-click-unsubscribe';
const FORM = /^([0-9a-f-]{36})\.(\d+)\.([\w-]{43})$/;

/** Tokens in links: verification tokens are random and stored hashed, unsubscribe tokens are not stored. */
@Injectable()
export class SubscriberTokens {
  constructor(private readonly keyring: Keyring) {}

  /**
   * Creates a verification token.
   * @returns the token, and the hash to store
   */
  createVerification(): { token: string; hash: Buffer } {
    const token = randomBytes(32).toString('base64url');
    return { token, hash: this.verificationHash(token) };
  }

  verificationHash(token: string): Buffer {
    return createHash('sha256').update(token).digest();
  }

  /** Unsubscribe links in mails never expire, so they are signed instead of stored. */
  unsubscribeToken(subscriberId: string): string {
    const version = this.keyring.currentVersion;
    return `${subscriberId}.${version}.${this.signature(subscriberId, version)}`;
  }

  /** @returns the subscriber id of a valid token */
  subscriberOf(unsubscribeToken: string): string | undefined {
    const [, subscriberId = '', version = '', given = ''] = FORM.exec(unsubscribeToken) ?? [];
    if (!subscriberId) return undefined;
    try {
      const expected = Buffer.from(this.signature(subscriberId, version));
      return timingSafeEqual(expected, Buffer.from(given)) ? subscriberId : undefined;
    } catch {
      return undefined; // signed with a retired key
    }
  }

  private signature(subscriberId: string, version: string): string {
    return this.keyring.mac(subscriberId, PURPOSE, version).toString('base64url');
  }
}
