import { Injectable } from '@nestjs/common';
import { fromBytes, N, N_BYTES } from '../srp/group';
import type { Verifier } from '../srp/srp';
import { PoolSecret } from './pool-secret';
import { canonical, type Username } from './username';

const ID_BYTES = 16;
const SALT_BYTES = 16;

/**
 * Stand-ins for accounts that do not exist. They have an id, a salt and a verifier that never change,
 * are locked out, rate-limited and asked for codes like anyone, and so can't be told from people.
 */
@Injectable()
export class PhantomUsers {
  constructor(private readonly secret: PoolSecret) {}

  idOf(username: Username): string {
    // A real account's id is answered with itself, so an invented one must be too.
    if (username.kind === 'id') return username.id;
    const bytes = this.secret.derive('phantom-id', canonical(username), ID_BYTES);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  verifierOf(userId: string): Verifier {
    return {
      salt: fromBytes(this.secret.derive('phantom-salt', userId, SALT_BYTES)),
      verifier: fromBytes(this.secret.derive('phantom-verifier', userId, N_BYTES.length)) % N,
    };
  }
}
