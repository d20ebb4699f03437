import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { defineJob } from '@tomekeeper/jobs';
import type { Transaction } from '@tomekeeper/persistence';
import { z } from 'zod';

/** Works off what is due in `object_removal`; tried until the store is back. */
export const removeObjects = defineJob({
  name: 'remove-objects',
  queue: 'document-objects',
  payload: z.object({}),
  attempts: 30,
  backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: 300_000 },
  concurrency: 1,
});

/** An upload that began in the last second of its URL may still take this long to arrive. */
const SLOWEST_UPLOAD = '24 hours';

/** Which rows go; the column's name becomes SQL. */
export type Which =
  | { column: 'campaign_id'; value: string }
  | { column: 'uploader'; value: string }
  | { column: 's3_key'; value: string };

/**
 * Deletes documents and queues their objects for removal, in one transaction: no row without an
 * object, and no object forgotten.
 * @returns how many there were
 */
export function deleteDocuments(tx: Transaction, { column, value }: Which): Promise<number> {
  return deleteWithObjects(
    tx,
    `DELETE FROM document WHERE ${column} = $1
     RETURNING ARRAY[s3_key] AS keys,
               created_at + interval '${DOCUMENT_LIMITS.uploadUrlSeconds} seconds' AS closes`,
    value,
  );
}

/**
 * The same for uploads that were never finalized: what has arrived, and the copy that a call which is
 * finalizing it may make in this moment.
 */
export function deleteUploads(tx: Transaction, { column, value }: Which): Promise<number> {
  return deleteWithObjects(
    tx,
    `DELETE FROM pending_upload WHERE ${column} = $1
     RETURNING array_remove(ARRAY[s3_key, upload_key], NULL) AS keys,
               greatest(expires_at, now()) AS closes`,
    value,
  );
}

/**
 * Ends an upload whose document is made in this transaction: its object is copied by now, so what
 * has arrived is removed.
 * @returns false when there is no such upload any longer
 */
export async function endUpload(tx: Transaction, s3Key: string): Promise<boolean> {
  const ended = await deleteWithObjects(
    tx,
    `DELETE FROM pending_upload WHERE s3_key = $1
     RETURNING array_remove(ARRAY[upload_key], NULL) AS keys, expires_at AS closes`,
    s3Key,
  );
  return ended > 0;
}

/**
 * The URL for uploading may still be good, or an upload under way: young objects are removed once
 * more when nothing can arrive any longer.
 */
async function deleteWithObjects(
  tx: Transaction,
  deletion: string,
  value: string,
): Promise<number> {
  const [result] = await tx.query<{ rows: number }>(
    `WITH deleted AS (${deletion}),
          queued AS (INSERT INTO object_removal (s3_key, again_at)
                     SELECT key, closes + interval '${SLOWEST_UPLOAD}'
                       FROM deleted, unnest(keys) AS key)
     SELECT count(*)::int AS rows FROM deleted`,
    [value],
  );
  const rows = result?.rows ?? 0;
  if (rows > 0) await tx.outbox.job(removeObjects, {});
  return rows;
}
