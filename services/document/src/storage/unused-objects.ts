import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';

// Objects without a row. Each is added to `object_removal` before it is written, so that it is removed even if this
// process crashes.

/** An object that is unused after this time belongs to a failed process. */
const UNUSED_FOR = '1 hour';
/** Addresses of an object are good for so long. */
const STILL_OPEN = `${DOCUMENT_LIMITS.downloadUrlSeconds + 30} seconds`;

/** Notes an object that is about to be written. @returns when that was, to the microsecond */
export async function trackUnusedObject(db: SqlReader, key: string): Promise<string> {
  const [row] = await db.query<{ noted_at: string }>(
    `INSERT INTO object_removal (s3_key, due_at, again_at)
     VALUES ($1, now() + interval '${UNUSED_FOR}', now() + interval '${UNUSED_FOR}')
     RETURNING clock_timestamp()::text AS noted_at`,
    [key],
  );
  if (!row) throw new Error('An object was not noted.');
  return row.noted_at;
}

/** From now on a row points to each of these. @throws where one was removed meanwhile, after very long */
export async function markObjectUsed(tx: Transaction, keys: readonly string[]): Promise<void> {
  const rows = await tx.query('DELETE FROM object_removal WHERE s3_key = ANY ($1) RETURNING 1', [
    keys,
  ]);
  if (rows.length < keys.length) throw new Error('Objects were removed before they were used.');
}

/** Removes an object that another has replaced, once no address of it is good. */
export async function removeReplaced(tx: Transaction, key: string): Promise<void> {
  await tx.query(
    `INSERT INTO object_removal (s3_key, due_at, again_at)
     VALUES ($1, now() + interval '${STILL_OPEN}', now() + interval '${STILL_OPEN}')`,
    [key],
  );
}
