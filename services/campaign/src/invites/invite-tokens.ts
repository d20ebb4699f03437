import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Keyring } from '@tomekeeper/service-kit';
import type { Config } from '../config';

const TOKEN_BYTES = 32;
const SEAL_PURPOSE = 'invite';
const ADDRESS_PURPOSE = 'invited-address';

/** Tokens of invites: made here, found by their hash, sealed so that GMs can be shown the link again. */
@Injectable()
export class InviteTokens {
  constructor(
    private readonly keyring: Keyring,
    @Inject(CONFIG) private readonly config: Pick<Config, 'PUBLIC_URL'>,
  ) {}

  /** @param invite id that the sealed token is bound to */
  create(invite: string): { token: string; hash: Buffer; sealed: string } {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    return {
      token,
      hash: this.hash(token),
      sealed: this.keyring.seal(token, SEAL_PURPOSE, invite),
    };
  }

  /** Tokens are as random as a key, so that a plain hash does. */
  hash(token: string): Buffer {
    return createHash('sha256').update(token).digest();
  }

  /** @returns undefined when the key that sealed it has been taken away */
  open(sealed: string, invite: string): string | undefined {
    try {
      return this.keyring.open(sealed, SEAL_PURPOSE, invite).toString();
    } catch {
      return undefined;
    }
  }

  /**
   * Path of the page that accepts. The token stands behind `#`, which browsers send to nobody: no log and no `Referer`
   * has it.
   */
  pathOf(token: string): string {
    return `/invite#${token}`;
  }

  linkOf(token: string): string {
    return this.config.PUBLIC_URL.replace(/\/+$/, '') + this.pathOf(token);
  }

  /** An address as counts of mails know it: not to be read, nor found by trying without the key. */
  hashOfAddress(email: string): Buffer {
    return this.keyring.mac(email, ADDRESS_PURPOSE);
  }
}
