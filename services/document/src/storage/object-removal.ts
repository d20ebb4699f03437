import { Injectable } from '@nestjs/common';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { z } from 'zod';
import { deleteTexts } from '../passages/all-passages';
import { documentGone } from '../passages/changes';
import { ObjectStore } from './object-store';

/** Removes due objects of `object_removal`; retried until the store is available. */
export const removeObjects = defineJob({
  name: 'remove-objects',
  queue: 'document-objects',
  payload: z.object({}),
  attempts: 30,
  backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: 300_000 },
  concurrency: 1,
});

export const OBJECT_REMOVAL_DUE = 'SELECT 1 FROM object_removal WHERE due_at <= now() LIMIT 1';

/** An upload that began in the last second of its URL may still take this long to arrive. */
export const SLOWEST_UPLOAD = '24 hours';

/** Which rows go; the column's name becomes SQL. */
export type Which =
  | { column: 'campaign_id'; value: string }
  | { column: 'uploader'; value: string };

/** Permanently deletes all documents of a campaign, deleted documents included. */
export async function deleteDocuments(tx: Transaction, campaign: string): Promise<void> {
  const which = { column: 'campaign_id', value: campaign } as const;
  // The first table twice: a concurrent restore moves a row from the second table to the first.
  for (const table of ['document', 'trashed_document', 'document'] as const)
    await deleteDocumentsIn(tx, table, which);
  await deleteVersions(tx, which);
  await deleteTextWithImages(tx, which);
}

/** Permanently deletes the text and images of a document, or of all documents of a campaign. */
async function deleteTextWithImages(
  tx: Transaction,
  which: { column: 'campaign_id' | 'document_id'; value: string },
): Promise<void> {
  await deleteImages(tx, which);
  await deleteTexts(tx, which);
}

/** A picture of a text and its copies. */
const IMAGE_OBJECTS = `
  s3_key || ARRAY(SELECT c ->> 's3_key' FROM jsonb_array_elements(copies) c) AS keys, now() AS closes`;

/** Deletes pictures of texts. @returns how many there were */
export function deleteImages(
  tx: Transaction,
  { column, value }: { column: 'campaign_id' | 'document_id'; value: string },
): Promise<number> {
  return deleteWithObjects(
    tx,
    `DELETE FROM passage_image WHERE ${column} = $1 RETURNING ${IMAGE_OBJECTS}`,
    value,
  );
}

/** Deletes the pictures of a document's text but for these. */
export async function deleteImagesBut(
  tx: Transaction,
  document: string,
  kept: readonly string[],
): Promise<void> {
  await deleteWithObjects(
    tx,
    `DELETE FROM passage_image WHERE document_id = $1 AND NOT id = ANY ($2::uuid[])
     RETURNING ${IMAGE_OBJECTS}`,
    document,
    kept,
  );
}

export async function deleteImagesById(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteWithObjects(
    tx,
    `DELETE FROM passage_image WHERE id = ANY ($1::uuid[]) RETURNING ${IMAGE_OBJECTS}`,
    ids,
  );
}

/**
 * Deletes a document in the trash, or a handout that is not in the trash, with its text and all versions of its file.
 * @returns whether it existed
 */
export async function deletePermanently(
  tx: Transaction,
  id: string,
  table: 'document' | 'trashed_document' = 'trashed_document',
): Promise<boolean> {
  const deleted = await deleteDocumentsIn(tx, table, { column: 'id', value: id });
  if (deleted > 0) {
    const handouts = await tx.query<{ id: string }>(
      'SELECT id FROM trashed_document WHERE source_id = $1 ORDER BY id',
      [id],
    );
    for (const one of handouts) await deletePermanently(tx, one.id);
    await deleteVersions(tx, { column: 'document_id', value: id });
    await deleteTextWithImages(tx, { column: 'document_id', value: id });
    await documentGone(tx, id);
  }
  return deleted > 0;
}

/**
 * Deletes documents and queues their objects for removal in one transaction, so that no row lacks its object and no
 * object is left behind. A replaced file was queued with its replacement.
 * @returns number of deleted documents
 */
function deleteDocumentsIn(
  tx: Transaction,
  table: 'document' | 'trashed_document',
  { column, value }: Which | { column: 'id'; value: string },
): Promise<number> {
  return deleteWithObjects(
    tx,
    `DELETE FROM ${table} WHERE ${column} = $1
     RETURNING ARRAY[s3_key] AS keys,
               greatest(created_at, updated_at)
               + interval '${DOCUMENT_LIMITS.uploadUrlSeconds} seconds' AS closes`,
    value,
  );
}

/** Objects of a version, removed with its row: only a running copy can still add one. */
const VERSION_OBJECTS = 'ARRAY[s3_key] AS keys, now() AS closes';

/** Deletes earlier versions of files. @returns how many there were */
export function deleteVersions(
  tx: Transaction,
  {
    column,
    value,
  }: { column: 'campaign_id' | 'document_id'; value: string } | { column: 'id'; value: string },
): Promise<number> {
  return deleteWithObjects(
    tx,
    `DELETE FROM document_version WHERE ${column} = $1 RETURNING ${VERSION_OBJECTS}`,
    value,
  );
}

/** Deletes a document's oldest versions beyond the limit. */
export function deleteSurplusVersions(tx: Transaction, document: string): Promise<number> {
  return deleteWithObjects(
    tx,
    `DELETE FROM document_version WHERE id IN (
       SELECT id FROM document_version WHERE document_id = $1 AND NOT is_original
        ORDER BY replaced_at DESC, id DESC OFFSET ${DOCUMENT_LIMITS.versions})
     RETURNING ${VERSION_OBJECTS}`,
    document,
  );
}

const VERSIONS_AT_ONCE = 500;

/** Deletes a batch of versions past their retention. @returns number of deleted versions */
export function deleteDueVersions(tx: Transaction): Promise<number> {
  return deleteWithObjects(
    tx,
    `DELETE FROM document_version WHERE id IN (
       SELECT id FROM document_version
        WHERE replaced_at < now() - $1::interval AND NOT is_original LIMIT ${VERSIONS_AT_ONCE})
     RETURNING ${VERSION_OBJECTS}`,
    `${DOCUMENT_LIMITS.trashDays} days`,
  );
}

/**
 * Deletes uploads that were never finalized: the uploaded object and a copy that a concurrent finalization may create.
 */
export function deleteUploads(
  tx: Transaction,
  { column, value }: Which | { column: 's3_key'; value: string },
): Promise<number> {
  return deleteWithObjects(
    tx,
    `DELETE FROM pending_upload WHERE ${column} = $1
     RETURNING ARRAY[s3_key, upload_key] AS keys,
               greatest(expires_at, now()) AS closes`,
    value,
  );
}

/**
 * Ends a finalized upload: its object has been copied, so the uploaded one is removed.
 * @returns false if the upload no longer exists
 */
export async function endUpload(tx: Transaction, s3Key: string): Promise<boolean> {
  const ended = await deleteWithObjects(
    tx,
    `DELETE FROM pending_upload WHERE s3_key = $1
     RETURNING ARRAY[upload_key] AS keys, expires_at AS closes`,
    s3Key,
  );
  return ended > 0;
}

/** Ends an upload that becomes an image or a cover; its object stays. @returns false if the upload no longer exists */
export async function keepUpload(tx: Transaction, s3Key: string): Promise<boolean> {
  const ended = await tx.query('DELETE FROM pending_upload WHERE s3_key = $1 RETURNING 1', [s3Key]);
  return ended.length > 0;
}

/** Deletes the covers of a campaign; with `unmade` only covers without an image. */
export function deleteCovers(
  tx: Transaction,
  campaign: string,
  { unmade = false }: { unmade?: boolean } = {},
): Promise<number> {
  return deleteWithObjects(
    tx,
    `DELETE FROM cover WHERE campaign_id = $1
      ${unmade ? `AND source_key IN (SELECT source_key FROM picture WHERE state <> 'ready')` : ''}
     RETURNING ARRAY[source_key] AS keys,
               chosen_at + interval '${DOCUMENT_LIMITS.uploadUrlSeconds} seconds' AS closes`,
    campaign,
  );
}

/** Deletes portraits of members with their objects. @returns how many there were */
export function deleteMemberPictures(
  tx: Transaction,
  {
    column,
    values,
  }: { column: 'campaign_id' | 'id' | 'membership' | 'person'; values: readonly string[] },
): Promise<number> {
  return deleteWithObjects(
    tx,
    `DELETE FROM member_picture WHERE ${column} = ANY ($1::uuid[])
     RETURNING ARRAY[s3_key] AS keys, now() AS closes`,
    values,
  );
}

/**
 * Deletes earlier covers of a campaign and removes the source of this one, which is never served.
 * @param source upload of the cover that was created or failed
 */
export async function settleCover(
  tx: Transaction,
  source: string,
  { isMade }: { isMade: boolean },
): Promise<void> {
  if (isMade)
    await deleteWithObjects(
      tx,
      `DELETE FROM cover o USING cover c
        WHERE c.source_key = $1 AND o.campaign_id = c.campaign_id AND o.chosen_at < c.chosen_at
       RETURNING ARRAY[o.source_key] AS keys,
                 o.chosen_at + interval '${DOCUMENT_LIMITS.uploadUrlSeconds} seconds' AS closes`,
      source,
    );
  await removeLater(tx, source, SLOWEST_UPLOAD);
}

/** A picture that is being made of a file in this moment is stored before this time has passed. */
const SLOWEST_PICTURE = '1 hour';

/**
 * The URL for uploading may still be good, or an upload under way: young objects are removed once
 * more when nothing can arrive any longer. With an object go the pictures made of it.
 */
export async function deleteWithObjects(
  tx: Transaction,
  deletion: string,
  ...values: readonly unknown[]
): Promise<number> {
  const [result] = await tx.query<{ rows: number }>(
    `WITH deleted AS (${deletion}),
          pictures AS (DELETE FROM picture
                        WHERE source_key IN (SELECT unnest(keys) FROM deleted)
                       RETURNING picture_key),
          queued AS (INSERT INTO object_removal (s3_key, again_at)
                     SELECT key, closes + interval '${SLOWEST_UPLOAD}'
                       FROM deleted, unnest(keys) AS key
                     UNION ALL
                     SELECT picture_key, now() + interval '${SLOWEST_PICTURE}'
                       FROM pictures WHERE picture_key IS NOT NULL
                     ON CONFLICT (s3_key) DO UPDATE SET due_at = now(), again_at = excluded.again_at)
     SELECT count(*)::int AS rows FROM deleted`,
    values,
  );
  const rows = result?.rows ?? 0;
  if (rows > 0) await tx.outbox.job(removeObjects, {});
  return rows;
}

/** Forgets the picture of a file that is no more. */
export async function deletePicture(tx: Transaction, sourceKey: string): Promise<void> {
  const rows = await tx.query<{ picture_key: string | null }>(
    'DELETE FROM picture WHERE source_key = $1 RETURNING picture_key',
    [sourceKey],
  );
  for (const { picture_key } of rows) if (picture_key) await removeLater(tx, picture_key);
}

/** Queues an object that no row points to, and none will. */
export async function removeLater(
  tx: Transaction,
  key: string,
  again = SLOWEST_PICTURE,
): Promise<void> {
  await tx.query(
    `INSERT INTO object_removal (s3_key, again_at) VALUES ($1, now() + $2::interval)
     ON CONFLICT (s3_key) DO UPDATE SET due_at = now(), again_at = excluded.again_at`,
    [key, again],
  );
  await tx.outbox.job(removeObjects, {});
}

interface DueObject {
  s3_key: string;
  multipart_id: string | null;
}

const BATCH = 100;
const AT_ONCE = 8;
/** After this time another process claims the batch of a crashed one. */
const LEASE = '3 minutes';
/**
 * A backup (deploy/backup) holds this lock exclusively: objects of the rows it has read must stay until it has saved
 * them. The lock is requested in the statement that claims a batch, so that no removal runs while the backup holds it.
 */
const NO_BACKUP_RUNS = `pg_try_advisory_xact_lock_shared(hashtext('tomekeeper.object-removal'))`;

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
      const left = new Set(batch.map(({ s3_key }) => s3_key));
      try {
        for (let start = 0; start < batch.length; start += AT_ONCE)
          await this.removeSome(batch.slice(start, start + AT_ONCE), left);
      } finally {
        await this.giveBack([...left]);
      }
    }
  }

  private async removeSome(objects: readonly DueObject[], left: Set<string>): Promise<void> {
    const outcomes = await Promise.allSettled(objects.map((object) => this.remove(object)));
    const keys = objects.map(({ s3_key }) => s3_key);
    const removed = keys.filter((_, index) => outcomes[index]?.status === 'fulfilled');
    await this.settle(removed);
    for (const key of removed) left.delete(key);
    const failure = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failure) throw failure.reason;
  }

  private async remove({ s3_key: key, multipart_id: id }: DueObject): Promise<void> {
    if (id !== null) await this.store.multipart.abort({ key, id });
    await this.store.remove(key);
  }

  private take(): Promise<DueObject[]> {
    return this.uow.query<DueObject>(
      `UPDATE object_removal SET due_at = now() + interval '${LEASE}'
        WHERE s3_key IN (SELECT s3_key FROM object_removal
                          WHERE due_at <= now() AND (SELECT ${NO_BACKUP_RUNS})
                          ORDER BY due_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING s3_key, multipart_id`,
    );
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

  /** Makes the remaining objects due again at once; the back-off of the job delays the retry. */
  private async giveBack(keys: readonly string[]): Promise<void> {
    if (keys.length > 0)
      await this.uow.query('UPDATE object_removal SET due_at = now() WHERE s3_key = ANY ($1)', [
        keys,
      ]);
  }
}
