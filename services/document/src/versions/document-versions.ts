import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import type { FreshCopy } from '../storage/fresh-copies';
import { markObjectUsed, removeReplaced } from '../storage/unused-objects';

// Earlier versions of files, for GMs only: players see the present file. A separate table keeps them out of every query
// on documents.

/** A stored earlier file of a document. */
export interface DocumentVersion {
  id: string;
  document: string;
  campaign: string;
  uploader: string | null;
  /** Title of the document at that version. */
  original_filename: string;
  s3_key: string;
  content_type: string;
  /** Bytes. */
  size: number;
  content_fingerprint: string | null;
  replaced_at: Date;
  /** Time of the permanent deletion; null for an original. */
  goes_at: Date | null;
  /** Whether the document became a note, and this was its file. */
  is_original: boolean;
  /** Since when readers of the note get the original. */
  released_at: Date | null;
  /** Whether the original contains text that was removed from the note while it was hidden. */
  has_removed_secret: boolean;
}

const KEPT = `${DOCUMENT_LIMITS.trashDays} days`;

const COLUMNS =
  'id, document_id AS document, campaign_id AS campaign, uploader, original_filename, s3_key, content_type, ' +
  `size::float8 AS size, content_fingerprint, replaced_at, is_original, released_at, has_removed_secret, ` +
  `CASE WHEN NOT is_original THEN replaced_at + interval '${KEPT}' END AS goes_at`;

/** Most versions that a campaign's documents have together, and those in its trash. */
const MAX_OF_CAMPAIGN = DOCUMENT_LIMITS.perCampaign * DOCUMENT_LIMITS.versions;

/** Versions of a document, latest replaced first. */
export function versionsOf(db: SqlReader, document: string): Promise<DocumentVersion[]> {
  return db.query<DocumentVersion>(
    `SELECT ${COLUMNS} FROM document_version WHERE document_id = $1
      ORDER BY replaced_at DESC, id DESC LIMIT ${DOCUMENT_LIMITS.versions + 1}`,
    [document],
  );
}

/** Of all documents of a campaign, for the copy of its owner's data. */
export function versionsInCampaign(db: SqlReader, campaign: string): Promise<DocumentVersion[]> {
  return db.query<DocumentVersion>(
    `SELECT ${COLUMNS} FROM document_version WHERE campaign_id = $1
      ORDER BY replaced_at DESC, id DESC LIMIT ${MAX_OF_CAMPAIGN}`,
    [campaign],
  );
}

export async function versionById(db: SqlReader, id: string): Promise<DocumentVersion | undefined> {
  const [row] = await db.query<DocumentVersion>(
    `SELECT ${COLUMNS} FROM document_version WHERE id = $1`,
    [id],
  );
  return row;
}

/** The file of a document that became a note. */
export async function originalOf(
  db: SqlReader,
  document: string,
): Promise<DocumentVersion | undefined> {
  const [row] = await db.query<DocumentVersion>(
    `SELECT ${COLUMNS} FROM document_version WHERE document_id = $1 AND is_original
      ORDER BY replaced_at DESC LIMIT 1`,
    [document],
  );
  return row;
}

/**
 * Gives readers the original of a note that this transaction has locked, as a copy of its object.
 * @returns false if the original is no longer stored under the key of which the copy was made
 */
export async function releaseOriginal(
  tx: Transaction,
  document: string,
  { of, s3_key }: FreshCopy,
): Promise<boolean> {
  const released = await tx.query(
    `UPDATE document_version SET s3_key = $2, released_at = clock_timestamp()
      WHERE document_id = $1 AND is_original AND s3_key = $3 RETURNING 1`,
    [document, s3_key, of],
  );
  if (released.length === 0) return false;
  await markObjectUsed(tx, [s3_key]);
  await removeReplaced(tx, of);
  return true;
}

export async function withdrawOriginal(tx: Transaction, document: string): Promise<void> {
  await tx.query('UPDATE document_version SET released_at = NULL WHERE document_id = $1', [
    document,
  ]);
}

/** Stores the current file of a document that this transaction has locked as its newest version. @returns the id of the version */
export async function keepVersion(
  tx: Transaction,
  document: string,
  { isOriginal = false } = {},
): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    `INSERT INTO document_version
       (document_id, campaign_id, uploader, original_filename, s3_key, content_type, size, content_fingerprint, is_original)
     SELECT id, campaign_id, uploader, original_filename, s3_key, content_type, size, content_fingerprint, $2
       FROM document WHERE id = $1
     RETURNING id`,
    [document, isOriginal],
  );
  if (!row) throw new Error('A version was not stored.');
  return row.id;
}

/**
 * Removes a version whose file is restored.
 * @returns the current row, because the uploader may have been anonymized since it was read
 */
export async function takeVersion(
  tx: Transaction,
  id: string,
): Promise<DocumentVersion | undefined> {
  const [row] = await tx.query<DocumentVersion>(
    `DELETE FROM document_version WHERE id = $1 RETURNING ${COLUMNS}`,
    [id],
  );
  return row;
}
