import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { recordDeletion, recordDocumentChange } from '../ledger/ledger';
import type { TakesFrom } from '../passages/changes';
import { forgetReaders, settleReaders } from '../passages/audiences/handouts';
import { IS_NOTE } from '../model/note-key';
import type { VisibleDocument } from '../access/visible-documents';

// Rows of deleted documents, visible to GMs only. A separate table keeps them out of every query on documents.

export interface TrashedDocument extends VisibleDocument {
  deleted_at: Date;
  goes_at: Date;
}

const KEPT = `${DOCUMENT_LIMITS.trashDays} days`;

/** Columns that move to the trash and back. */
const KEPT_COLUMNS =
  'id, campaign_id, author_audience, source_id, uploader, original_filename, s3_key, content_type, size, is_spoilers, created_at, ' +
  'tags, pinned, category, public_category, portrait, public_portrait, aliases, updated_at, content_fingerprint, file_on_hold';

const TRASHED = `
  SELECT id, campaign_id AS campaign, original_filename, s3_key, content_type, size::float8 AS size,
         is_spoilers, author_audience, created_at, tags, pinned, category, public_category, NULL::jsonb AS portrait, aliases, updated_at, true AS is_managed, NOT ${IS_NOTE} AS has_file,
         NULL AS text_state, NULL::smallint AS text_progress, NULL::int AS text_pages,
         NULL::uuid AS source, NULL AS original, NULL::jsonb AS audiences, NULL AS public_title, NULL::boolean AS is_withheld,
         deleted_at, deleted_at + interval '${KEPT}' AS goes_at
    FROM trashed_document WHERE campaign_id = $1 AND source_id IS NULL`;

/**
 * Deleted documents of a campaign, latest first. The list is not paged, because the number of documents is limited and
 * includes these.
 */
export function trashedDocuments(db: SqlReader, campaign: string): Promise<TrashedDocument[]> {
  return db.query<TrashedDocument>(
    `${TRASHED} ORDER BY deleted_at DESC, id DESC LIMIT ${DOCUMENT_LIMITS.perCampaign}`,
    [campaign],
  );
}

export async function trashedDocument(
  db: SqlReader,
  campaign: string,
  id: string,
): Promise<TrashedDocument | undefined> {
  const [row] = await db.query<TrashedDocument>(`${TRASHED} AND id = $2`, [campaign, id]);
  return row;
}

interface MovedDocument {
  campaign: string;
  document: string;
  by: string;
}

/** Deleted handouts of a document, which move to the trash and back with it. */
export async function trashedHandouts(db: SqlReader, source: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'SELECT id FROM trashed_document WHERE source_id = $1 ORDER BY id',
    [source],
  );
  return rows.map(({ id }) => id);
}

/** @param takes viewers who lose the document @returns whether the document existed */
export async function moveToTrash(
  tx: Transaction,
  moved: MovedDocument & { takes: TakesFrom },
): Promise<boolean> {
  const [row] = await tx.query(
    `WITH deleted AS (DELETE FROM document WHERE id = $1 AND campaign_id = $2 RETURNING ${KEPT_COLUMNS})
     INSERT INTO trashed_document (${KEPT_COLUMNS}) SELECT ${KEPT_COLUMNS} FROM deleted RETURNING 1`,
    [moved.document, moved.campaign],
  );
  if (!row) return false;
  await forgetReaders(tx, moved.document);
  await recordDeletion(tx, moved);
  return true;
}

/**
 * A restored Public document is Public again and counts as newly shown to players.
 * @returns whether it was in the trash
 */
export async function restoreFromTrash(tx: Transaction, moved: MovedDocument): Promise<boolean> {
  const [restored] = await tx.query<{ is_spoilers: boolean }>(
    `WITH restored AS (DELETE FROM trashed_document WHERE id = $1 AND campaign_id = $2 RETURNING ${KEPT_COLUMNS})
     INSERT INTO document (${KEPT_COLUMNS}) SELECT ${KEPT_COLUMNS} FROM restored RETURNING is_spoilers`,
    [moved.document, moved.campaign],
  );
  if (!restored) return false;
  await recordDocumentChange(tx, { ...moved, act: 'restore' });
  if (restored.is_spoilers) await settleReaders(tx, moved);
  return true;
}

const BATCH = 500;

const IS_DUE = `deleted_at < now() - interval '${KEPT}'`;

/** Locks a document whose retention has ended; false if it was restored or deleted again meanwhile. */
export async function isStillDue(tx: Transaction, id: string): Promise<boolean> {
  const found = await tx.query(
    `SELECT 1 FROM trashed_document WHERE id = $1 AND ${IS_DUE} FOR UPDATE`,
    [id],
  );
  return found.length > 0;
}

/** Documents whose retention has ended. */
export async function dueInTrash(db: SqlReader): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM trashed_document WHERE ${IS_DUE} AND source_id IS NULL LIMIT ${BATCH}`,
  );
  return rows.map(({ id }) => id);
}
