import { Injectable } from '@nestjs/common';
import { fromBytes, N, N_BYTES } from '../srp/modular-power';
import { type Verifier } from '../srp/srp';
import { PoolSecret } from './pool-secret';
import { canonical, type Username } from './username';

const ID_BYTES = 16;
const SALT_BYTES = 16;
const PASSKEY_ID_BYTES = 32;
/** So many share what only some people have. */
const ONE_IN = 8;

/**
 * Decoys of accounts that do not exist. They have an id, a salt and a verifier that never change,
 * are locked out, rate-limited and sent codes as accounts are, and so look like accounts.
 */
@Injectable()
export class DecoyUsers {
  constructor(private readonly secret: PoolSecret) {}

  idOf(username: Username): string {
    // A real account's id is answered with itself, so a decoy must be too.
    if (username.kind === 'id') return username.id;
    const bytes = this.secret.derive('phantom-id', canonical(username), ID_BYTES);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  /** Some have a telephone or a passkey, like people, so that having one does not tell who is real. */
  seemToHave(what: 'phone' | 'passkey' | 'second-factor', userId: string): boolean {
    return this.secret.derive(`phantom-${what}`, userId, 1).readUInt8(0) < 256 / ONE_IN;
  }

  passkeyOf(userId: string): Buffer {
    return this.secret.derive('phantom-passkey-id', userId, PASSKEY_ID_BYTES);
  }

  verifierOf(userId: string): Verifier {
    return {
      salt: fromBytes(this.secret.derive('phantom-salt', userId, SALT_BYTES)),
      verifier: fromBytes(this.secret.derive('phantom-verifier', userId, N_BYTES.length)) % N,
    };
  }
}
