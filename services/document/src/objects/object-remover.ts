import { Injectable } from '@nestjs/common';
import { HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { removeObjects } from './object-removal';
import { ObjectStore } from './object-store';

const BATCH = 100;
const AT_ONCE = 8;
/** Another process takes a batch up after this time if the one that had it died. */
const LEASE = '3 minutes';
/**
 * Held exclusively by a backup (deploy/local/src/backup): the objects of what it has read must stay until
 * they are saved too. Asked for in the same statement that takes work, so none is under way when it is got.
 */
const NOBODY_SAVES = `pg_try_advisory_xact_lock_shared(hashtext('tomekeeper.object-removal'))`;

/** Removes objects that no row points to any longer. Removing twice is harmless, so at least once. */
@Injectable()
export class ObjectRemover {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly store: ObjectStore,
  ) {}

  @HandlesJob(removeObjects)
  async removeDue(): Promise<void> {
    for (let batch = await this.take(); batch.length > 0; batch = await this.take()) {
      const left = new Set(batch);
      try {
        for (let start = 0; start < batch.length; start += AT_ONCE)
          await this.removeSome(batch.slice(start, start + AT_ONCE), left);
      } finally {
        await this.giveBack([...left]);
      }
    }
  }

  private async removeSome(keys: readonly string[], left: Set<string>): Promise<void> {
    const outcomes = await Promise.allSettled(keys.map((key) => this.store.remove(key)));
    const removed = keys.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    await this.settle(removed);
    for (const key of removed) left.delete(key);
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
  }

  private async take(): Promise<string[]> {
    const rows = await this.uow.query<{ s3_key: string }>(
      `UPDATE object_removal SET due_at = now() + interval '${LEASE}'
        WHERE s3_key IN (SELECT s3_key FROM object_removal
                          WHERE due_at <= now() AND (SELECT ${NOBODY_SAVES})
                          ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING s3_key`,
    );
    return rows.map(({ s3_key }) => s3_key);
  }

  private async settle(keys: readonly string[]): Promise<void> {
    await this.uow.query(
      'DELETE FROM object_removal WHERE s3_key = ANY ($1) AND again_at <= now()',
      [keys],
    );
    await this.uow.query('UPDATE object_removal SET due_at = again_at WHERE s3_key = ANY ($1)', [
      keys,
    ]);
  }

  /** Those not settled yet are due again at once: the job's own back-off decides when. */
  private async giveBack(keys: readonly string[]): Promise<void> {
    if (keys.length > 0)
      await this.uow.query('UPDATE object_removal SET due_at = now() WHERE s3_key = ANY ($1)', [
        keys,
      ]);
  }
}
