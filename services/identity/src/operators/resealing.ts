import { Inject, Injectable } from '@nestjs/common';
import { UnitOfWork } from '@tomekeeper/persistence';
import { Keyring } from '@tomekeeper/service-kit';
import { POOL_KEYRING, PoolSettings, SEALED } from '../settings/pool-settings';

/** An encrypted column, with the owner that its values are bound to. */
interface SealedColumn {
  table: string;
  column: string;
  purpose: string;
  /** SQL for the owner within the pool; empty for the pool itself. */
  owner: string;
  /** Primary key columns. */
  key: readonly string[];
}

/** All permanently encrypted columns. Pending challenges and codes are excluded: they expire within a day. */
const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    table: 'pool',
    column: 'sealed_secret',
    purpose: SEALED.poolSecret,
    owner: '',
    key: ['pool_id'],
  },
  {
    table: 'pool_client',
    column: 'sealed_secret',
    purpose: SEALED.clientSecret,
    owner: 'client_id',
    key: ['pool_id', 'client_id'],
  },
  {
    table: 'pool_secret',
    column: 'sealed',
    purpose: SEALED.verifier,
    owner: 'user_id::text',
    key: ['user_id', 'kind'],
  },
  {
    table: 'waiting_sign_up',
    column: 'sealed',
    purpose: SEALED.verifier,
    owner: 'user_id::text',
    key: ['id'],
  },
  {
    table: 'signing_key',
    column: 'sealed_private',
    purpose: SEALED.signingKey,
    owner: 'kid',
    key: ['kid'],
  },
  {
    table: 'software_token',
    column: 'sealed_secret',
    purpose: SEALED.softwareToken,
    owner: 'user_id::text',
    key: ['user_id', 'verified'],
  },
  {
    table: 'device',
    column: 'sealed_verifier',
    purpose: SEALED.device,
    owner: 'device_key',
    key: ['device_key'],
  },
];

const BATCH = 200;

/** Key rotation: re-encrypts values with the first key of the keyring. */
@Injectable()
export class Resealing {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    @Inject(POOL_KEYRING) private readonly keyring: Keyring,
  ) {}

  /**
   * Idempotent, can be interrupted, and runs while users sign in.
   * @returns the number of values by table
   */
  async run(): Promise<Map<string, number>> {
    const done = new Map<string, number>();
    for (const column of SEALED_COLUMNS) {
      let count = 0;
      for (;;) {
        const resealed = await this.batch(column);
        count += resealed;
        if (resealed === 0) break;
      }
      done.set(column.table, count);
    }
    return done;
  }

  /** Skips values that changed meanwhile, because they already use the new key. */
  private async batch({ table, column, purpose, owner, key }: SealedColumn): Promise<number> {
    const { poolId } = this.settings;
    return this.uow.run(async (tx) => {
      const rows = await tx.query<{ sealed: string; owner: string | null }>(
        `SELECT ${column} AS sealed, ${owner || 'NULL'} AS owner FROM ${table}
          WHERE ${column} IS NOT NULL AND split_part(${column}, '.', 1) <> $1
          ORDER BY ${key.join(', ')} LIMIT ${BATCH} FOR UPDATE`,
        [this.keyring.currentVersion],
      );
      for (const row of rows) {
        const boundTo = row.owner === null ? poolId : `${poolId}|${row.owner}`;
        const plain = this.keyring.open(row.sealed, purpose, boundTo);
        await tx.query(`UPDATE ${table} SET ${column} = $2 WHERE ${column} = $1`, [
          row.sealed,
          this.keyring.seal(plain, purpose, boundTo),
        ]);
      }
      return rows.length;
    });
  }
}
