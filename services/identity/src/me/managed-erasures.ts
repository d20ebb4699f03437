import { Injectable } from '@nestjs/common';
import { personDeleted, type IdTokenClaims } from '@tomekeeper/contracts-identity';
import { id } from '@tomekeeper/contracts-values';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { unauthenticated } from '@tomekeeper/service-kit';
import { z } from 'zod';
import { AccountDeletion } from '../erasure/account-deletion';
import { RevocationList } from '../revocations/revocation-list';
import { PoolSettings } from '../settings/pool-settings';
import type { PoolUser } from '../users/pool-user';

/** Repeats the erasure once all tokens from before it have expired, to delete data that was created with them. */
export const eraseLeftovers = defineJob({
  name: 'erase-leftovers',
  queue: 'identity-erasures',
  payload: z.object({ person_id: id }),
  attempts: 20,
  backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: 600_000 },
  concurrency: 1,
});

/** Clock skew that token verifiers tolerate. */
const SLACK_SECONDS = 300;

/** Erases users of a managed pool, whose sessions on other devices are unknown to this service. */
@Injectable()
export class ManagedErasures {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly settings: PoolSettings,
    private readonly revocations: RevocationList,
    private readonly deletion: AccountDeletion,
  ) {}

  async erase(person: PoolUser, { origin_jti }: IdTokenClaims): Promise<void> {
    const seconds = this.settings.idTokenSeconds + SLACK_SECONDS;
    await this.uow.run(async (tx) => {
      await tx.query(
        `INSERT INTO erased_person (id, until) VALUES ($1, now() + make_interval(secs => $2))
         ON CONFLICT (id) DO UPDATE SET erased_at = now(), until = excluded.until`,
        [person.id, seconds],
      );
      await this.deletion.deleteIn(tx, person);
      if (origin_jti) await this.revocations.add(tx, [origin_jti]);
      const again = { person_id: person.id };
      await tx.outbox.job(eraseLeftovers, again, { delayMs: seconds * 1000 });
    });
  }

  /**
   * A sign-in after the erasure starts over with empty data, because the account still exists in the pool.
   *
   * ⏎ @throws {DomainError} when the sign-in is older than the erasure
   */
  async expectLaterSignIn(tx: Transaction, claims: IdTokenClaims): Promise<void> {
    const erased = await tx.query(
      'SELECT 1 FROM erased_person WHERE id = $1 AND erased_at >= to_timestamp($2) AND until > now()',
      [claims.sub, claims.auth_time ?? claims.iat],
    );
    if (erased.length > 0) throw unauthenticated('This account no longer exists.');
  }

  @HandlesJob(eraseLeftovers)
  async eraseLeftovers({ person_id }: { person_id: string }): Promise<void> {
    await this.uow.run(async (tx) => {
      const back = await tx.query('SELECT 1 FROM pool_user WHERE id = $1', [person_id]);
      if (back.length === 0) await tx.outbox.event(personDeleted, { person_id });
    });
  }
}
