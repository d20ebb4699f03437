import { Injectable } from '@nestjs/common';
import type { IdTokenClaims } from '@tomekeeper/contracts-identity';
import { UnitOfWork } from '@tomekeeper/persistence';
import { DomainError } from '@tomekeeper/service-kit';
import { EarlierAddresses } from '../erasure/earlier-addresses';
import { PoolSettings } from '../settings/pool-settings';
import { toPoolUser, userColumns, type PoolUser, type PoolUserRow } from '../users/pool-user';
import { ManagedErasures } from './managed-erasures';

/** Users of a managed pool. A row is created when a user is first seen. */
@Injectable()
export class ManagedUsers {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly erasures: ManagedErasures,
    private readonly earlier: EarlierAddresses,
  ) {}

  /** Names are copied once; the address follows the pool, which alone can change it. */
  async findOrCreate(claims: IdTokenClaims): Promise<PoolUser | undefined> {
    // With an unverified address a user could be mistaken for another person.
    if (!claims.email_verified)
      throw new DomainError(
        'forbidden',
        'person.email_not_verified',
        'Please confirm your e-mail address first.',
      );
    const email = claims.email.toLowerCase();
    return this.uow.run(async (tx) => {
      const left = await tx.query<{ id: string; email: string }>(
        `SELECT id, email FROM pool_user
          WHERE pool_id = $1 AND email_verified
            AND (email = $2 OR id = $3) AND NOT (email = $2 AND id = $3)
          ORDER BY id FOR UPDATE`,
        [this.settings.poolId, email, claims.sub],
      );
      for (const { id, email: address } of left) await this.earlier.add(tx, id, address);
      // The previous owner of the address has a new one, which arrives with their next request.
      await tx.query(
        `UPDATE pool_user SET email = id || '@moved.invalid', email_verified = false
          WHERE pool_id = $1 AND email = $2 AND id <> $3`,
        [this.settings.poolId, email, claims.sub],
      );
      const [row] = await tx.query<PoolUserRow>(
        `INSERT INTO pool_user
           (id, pool_id, email, email_verified, status, given_name, family_name)
         VALUES ($1, $2, $3, true, 'CONFIRMED', $4, $5)
         ON CONFLICT (id) DO UPDATE SET email = excluded.email, email_verified = true
         RETURNING ${userColumns()}`,
        [
          claims.sub,
          this.settings.poolId,
          email,
          claims.given_name ?? '',
          claims.family_name ?? '',
        ],
      );
      // Checked after the row lock, so that a concurrent erasure has finished.
      await this.erasures.expectLaterSignIn(tx, claims);
      return row && toPoolUser(row);
    });
  }
}
