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
export async function loseDocuments(tx: Transaction, { column, value }: Which): Promise<number> {
  return lose(
    tx,
    `DELETE FROM document WHERE ${column} = $1
     RETURNING s3_key, created_at + interval '${DOCUMENT_LIMITS.uploadUrlSeconds} seconds' AS closes`,
    value,
  );
}

/** The same for uploads that were never finalized. */
export async function loseUploads(tx: Transaction, { column, value }: Which): Promise<number> {
  return lose(
    tx,
    `DELETE FROM pending_upload WHERE ${column} = $1 RETURNING s3_key, expires_at AS closes`,
    value,
  );
}

/**
 * The URL for uploading may still be good, or an upload under way: young objects are removed once
 * more when nothing can arrive any longer.
 */
async function lose(tx: Transaction, deletion: string, value: string): Promise<number> {
  const lost = await tx.query<{ s3_key: string }>(
    `WITH lost AS (${deletion})
     INSERT INTO object_removal (s3_key, again_at)
     SELECT s3_key, closes + interval '${SLOWEST_UPLOAD}' FROM lost
     RETURNING s3_key`,
    [value],
  );
  if (lost.length > 0) await tx.outbox.job(removeObjects, {});
  return lost.length;
}
