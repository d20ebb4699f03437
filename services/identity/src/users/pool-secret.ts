import { createHmac, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { POOL_KEYRING, PoolSettings, SEALED } from '../settings/pool-settings';

const SECRET_BYTES = 32;

/**
 * A secret that the pool keeps for all its life. It is not taken from the keyring, because what is
 * derived from it must not change when keys are rotated.
 */
@Injectable()
export class PoolSecret {
  private secret: Buffer | undefined;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /** Several processes may start at once on an empty database: the first secret stays. */
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

  /** Bytes that only this pool can derive from the text, the same for ever. */
  derive(purpose: string, text: string, length: number): Buffer {
    if (!this.secret) throw new Error('The pool is not ready yet.');
    const blocks: Buffer[] = [];
    for (let index = 0; blocks.length * 32 < length; index += 1)
      blocks.push(createHmac('sha256', this.secret).update(`${purpose}|${index}|${text}`).digest());
    return Buffer.concat(blocks).subarray(0, length);
  }
}
