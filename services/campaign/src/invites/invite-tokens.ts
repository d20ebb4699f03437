import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Keyring } from '@tomekeeper/service-kit';
import type { Config } from '../config';

const TOKEN_BYTES = 32;
const SEAL_PURPOSE = 'invite';
const ADDRESS_PURPOSE = 'invited-address';

/** Invite tokens: looked up by hash, and stored encrypted so that GMs can see the link again. */
@Injectable()
export class InviteTokens {
  constructor(
    private readonly keyring: Keyring,
    @Inject(CONFIG) private readonly config: Pick<Config, 'PUBLIC_URL'>,
  ) {}

  /** @param invite id that the encrypted token is bound to */
  create(invite: string): { token: string; hash: Buffer; sealed: string } {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    return {
      token,
      hash: this.hash(token),
      sealed: this.keyring.seal(token, SEAL_PURPOSE, invite),
    };
  }

  /** A plain hash is enough for a random token. */
  hash(token: string): Buffer {
    return createHash('sha256').update(token).digest();
  }

  /** @returns undefined when the encryption key was removed from the keyring */
  open(sealed: string, invite: string): string | undefined {
    try {
      return this.keyring.open(sealed, SEAL_PURPOSE, invite).toString();
    } catch {
      return undefined;
    }
  }

  /**
   * Returns the path of the page that accepts the invite. The token is in the fragment, which browsers do not send, so
   * neither logs nor `Referer` contain it.
   */
  pathOf(token: string): string {
    return `/invite#${token}`;
  }

  linkOf(token: string): string {
    return this.config.PUBLIC_URL.replace(/\/+$/, '') + this.pathOf(token);
  }

  /**
   * Returns the keyed hash of an address for mail counts, which prevents reading and guessing addresses without the
   * key.
   */
  hashOfAddress(email: string): Buffer {
    return this.keyring.mac(email, ADDRESS_PURPOSE);
  }
}
