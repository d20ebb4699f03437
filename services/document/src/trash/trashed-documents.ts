import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { recordDeletion, recordDocumentChange } from '../ledger/ledger';
import type { TakesFrom } from '../passages/changes';
import { forgetReaders, settleReaders } from '../passages/audiences/handouts';
import { IS_NOTE } from '../model/note-key';
import type { VisibleDocument } from '../access/visible-documents';

// The trash is for GMs: to players a document in it has never been. Its rows stand in a table of their own, so that
// no question about documents can find them.

export interface TrashedDocument extends VisibleDocument {
  deleted_at: Date;
  goes_at: Date;
}

const KEPT = `${DOCUMENT_LIMITS.trashDays} days`;

/** What a document takes along into the trash and back. */
const KEPT_COLUMNS =
  'id, campaign_id, uploader, original_filename, s3_key, content_type, size, is_spoilers, created_at, ' +
  'tags, pinned, updated_at, content_fingerprint, file_on_hold';

const TRASHED = `
  SELECT id, campaign_id AS campaign, original_filename, s3_key, content_type, size::float8 AS size,
         is_spoilers, created_at, tags, pinned, updated_at, true AS is_managed, NOT ${IS_NOTE} AS has_file,
         NULL AS text_state, NULL::smallint AS text_progress, NULL::int AS text_pages,
         NULL::jsonb AS audiences, NULL AS public_title, NULL::boolean AS is_withheld,
         deleted_at, deleted_at + interval '${KEPT}' AS goes_at
    FROM trashed_document WHERE campaign_id = $1`;

/** The trash of a campaign, what was deleted last first; a campaign's documents are bounded, these counted. */
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

/** The campaign of a document in the trash, for looking up what the caller may do there. */
export async function campaignOfTrashed(db: SqlReader, id: string): Promise<string | undefined> {
  const [row] = await db.query<{ campaign: string }>(
    'SELECT campaign_id AS campaign FROM trashed_document WHERE id = $1',
    [id],
  );
  return row?.campaign;
}

interface MovedDocument {
  campaign: string;
  document: string;
  by: string;
}

/** @param takes from whom it is taken @returns whether it was there */
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

/** What was Public is Public again, shown to players as something new. @returns whether it was there */
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

/** Whether a document still goes for good, which from now on waits for this transaction: it may have been restored and deleted again. */
export async function isStillDue(tx: Transaction, id: string): Promise<boolean> {
  const found = await tx.query(
    `SELECT 1 FROM trashed_document WHERE id = $1 AND ${IS_DUE} FOR UPDATE`,
    [id],
  );
  return found.length > 0;
}

/** Documents whose time in the trash is over. */
export async function dueInTrash(db: SqlReader): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM trashed_document WHERE ${IS_DUE} LIMIT ${BATCH}`,
  );
  return rows.map(({ id }) => id);
}
