import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { createHmac, randomBytes } from 'node:crypto';
import { POOL_KEYRING, PoolSettings, SEALED } from '../settings/pool-settings';
import { fromBytes, N, N_BYTES } from '../srp/modular-power';
import type { Verifier } from '../srp/srp';
import { canonical, type Username } from './username';

const SECRET_BYTES = 32;

/**
 * The pool's permanent secret. Not derived from the keyring, because values derived from it must not change with key
 * rotation.
 */
@Injectable()
export class PoolSecret {
  private secret: Buffer | undefined;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /** Several processes may boot concurrently on an empty database: the first secret wins. */
  async ensure(): Promise<void> {
    const { poolId } = this.settings;
    const fresh = this.keyring.seal(randomBytes(SECRET_BYTES), SEALED.poolSecret, poolId);
    await this.uow.query(
      'INSERT INTO pool (pool_id, sealed_secret) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [poolId, fresh],
    );
    const [row] = await this.uow.query<{ sealed_secret: string }>(
      'SELECT sealed_secret FROM pool WHERE pool_id = $1',
      [poolId],
    );
    this.secret = this.keyring.open(row?.sealed_secret ?? '', SEALED.poolSecret, poolId);
  }

  /** Derives bytes that only this pool can compute; the same input always returns the same bytes. */
  derive(purpose: string, text: string, length: number): Buffer {
    if (!this.secret) throw new Error('The pool is not ready yet.');
    const blocks: Buffer[] = [];
    for (let index = 0; blocks.length * 32 < length; index += 1)
      blocks.push(createHmac('sha256', this.secret).update(`${purpose}|${index}|${text}`).digest());
    return Buffer.concat(blocks).subarray(0, length);
  }
}

const ID_BYTES = 16;
const SALT_BYTES = 16;
const PASSKEY_ID_BYTES = 32;
/** One in this many decoys has an optional property. */
const ONE_IN = 8;

/**
 * Decoys of accounts that do not exist. They have a stable id, salt and verifier, and are locked out, rate-limited and
 * sent codes like accounts, so that attackers cannot tell them apart.
 */
@Injectable()
export class DecoyUsers {
  constructor(private readonly secret: PoolSecret) {}

  idOf(username: Username): string {
    // The response to a real account's id contains that id, so a decoy must do the same.
    if (username.kind === 'id') return username.id;
    const bytes = this.secret.derive('decoy-id', canonical(username), ID_BYTES);
    bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
    bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  /**
   * Some decoys have a telephone number or a passkey, as some accounts do, so that having one does not reveal which
   * accounts exist.
   */
  seemToHave(what: 'phone' | 'passkey' | 'second-factor', userId: string): boolean {
    return this.secret.derive(`decoy-${what}`, userId, 1).readUInt8(0) < 256 / ONE_IN;
  }

  passkeyOf(userId: string): Buffer {
    return this.secret.derive('decoy-passkey-id', userId, PASSKEY_ID_BYTES);
  }

  verifierOf(userId: string): Verifier {
    return {
      salt: fromBytes(this.secret.derive('decoy-salt', userId, SALT_BYTES)),
      verifier: fromBytes(this.secret.derive('decoy-verifier', userId, N_BYTES.length)) % N,
    };
  }
}
