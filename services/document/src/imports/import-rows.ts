import type {
  ArchiveSection,
  ImportFailure,
  ImportFormat,
  ImportState,
} from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';

// Rows of imports. A due row is claimed by a worker, which holds its lease and moves `due_at` ahead, so that another process takes
// over after a crash. Updates without the lease have no effect.

export interface ImportRow {
  id: string;
  campaign_id: string;
  person: string | null;
  source_key: string;
  file_name: string;
  format: ImportFormat | null;
  state: ImportState;
  failure: ImportFailure | null;
  /** Percent. */
  progress: number;
  created_at: Date;
  state_since: Date;
  /** When its documents were added. */
  saved_at: Date | null;
  /** Documents that undo has still to move to the trash. */
  undo_documents: string[];
  /** Changed documents that a GM chose for the undo. */
  undo_chosen: string[];
  undo_by: string | null;
  /** Of an archive: data that the GMs do not import. */
  skipped_sections: ArchiveSection[];
}

const ROW = `id, campaign_id, person, source_key, file_name, format, state, failure, progress, created_at, state_since, saved_at, undo_documents, undo_chosen, undo_by, skipped_sections`;

/** An import that a worker processes. */
export type ClaimedImport = ImportRow & { lease: string; tries: number };

export const MAX_TRIES = 3;
const LEASE = '60 seconds';
/** States without a result yet. */
const OPEN_STATES = `('waiting', 'extracting', 'review', 'saving')`;

/** @returns the existing import of the same upload, or the new one */
export async function createImport(
  tx: Transaction,
  given: Pick<ImportRow, 'campaign_id' | 'person' | 'source_key' | 'file_name'> & {
    upload: string;
    format: ImportFormat | undefined;
  },
): Promise<ImportRow | undefined> {
  const [row] = await tx.query<ImportRow>(
    `INSERT INTO import (campaign_id, person, upload, source_key, file_name, format)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${ROW}`,
    [
      ...[given.campaign_id, given.person, given.upload],
      ...[given.source_key, given.file_name, given.format ?? null],
    ],
  );
  return row;
}

export async function importOfUpload(
  db: SqlReader,
  { campaign, upload }: { campaign: string; upload: string },
): Promise<ImportRow | undefined> {
  const [row] = await db.query<ImportRow>(
    `SELECT ${ROW} FROM import WHERE upload = $1 AND campaign_id = $2`,
    [upload, campaign],
  );
  return row;
}

export async function importById(
  db: SqlReader,
  id: string,
  lock: 'FOR UPDATE' | '' = '',
): Promise<ImportRow | undefined> {
  const [row] = await db.query<ImportRow>(`SELECT ${ROW} FROM import WHERE id = $1 ${lock}`, [id]);
  return row;
}

/** Newest first. */
export function importsOf(db: SqlReader, campaign: string, limit: number): Promise<ImportRow[]> {
  return db.query<ImportRow>(
    `SELECT ${ROW} FROM import WHERE campaign_id = $1 ORDER BY created_at DESC, id LIMIT $2`,
    [campaign, limit],
  );
}

export async function openImports(db: SqlReader, campaign: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM import WHERE campaign_id = $1 AND state IN ${OPEN_STATES}`,
    [campaign],
  );
  return row?.n ?? 0;
}

/** Takes the next due import, counted as a try. */
export async function claimImport(db: SqlReader): Promise<ClaimedImport | undefined> {
  const [row] = await db.query<ClaimedImport>(
    `UPDATE import SET tries = tries + 1, due_at = now() + interval '${LEASE}', lease = gen_random_uuid(), progress = 0,
            state = CASE WHEN state = 'waiting' THEN 'extracting' ELSE state END
      WHERE id = (SELECT id FROM import WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING ${ROW}, lease, tries`,
  );
  return row;
}

/** Renews the lease and stores the progress. @returns false if the import was cancelled, or another worker has it */
export async function renewImport(
  db: SqlReader,
  { id, lease }: ClaimedImport,
  progress?: number,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE import SET due_at = now() + interval '${LEASE}', progress = coalesce($3, progress)
      WHERE id = $1 AND lease = $2 RETURNING 1`,
    [id, lease, progress === undefined ? null : Math.round(progress * 100)],
  );
  return rows.length > 0;
}

/**
 * Locks an import until the transaction ends.
 * @returns undefined if the import was cancelled, or another worker has it
 */
export async function lockClaimed(
  tx: Transaction,
  { id, lease }: ClaimedImport,
): Promise<ImportRow | undefined> {
  const [row] = await tx.query<ImportRow>(
    `SELECT ${ROW} FROM import WHERE id = $1 AND lease = $2 FOR UPDATE`,
    [id, lease],
  );
  return row;
}

/** Ends the work on an import. */
export async function setImportState(
  tx: Transaction,
  id: string,
  {
    state,
    failure,
    isDue = false,
  }: { state: ImportState; failure?: ImportFailure; isDue?: boolean },
): Promise<void> {
  await tx.query(
    `UPDATE import SET state = $2, failure = $3, state_since = now(), progress = 0,
            saved_at = CASE WHEN $2 = 'done' THEN coalesce(saved_at, now()) ELSE saved_at END, lease = NULL, tries = 0,
            due_at = CASE WHEN $4 THEN now() END
      WHERE id = $1`,
    [id, state, failure ?? null, isDue],
  );
}

export async function setImportFormat(
  db: SqlReader,
  { id, lease }: ClaimedImport,
  format: ImportFormat,
): Promise<void> {
  await db.query('UPDATE import SET format = $3 WHERE id = $1 AND lease = $2', [id, lease, format]);
}

/**
 * Makes an import due again after the waiting ones.
 * @param counted whether the failed try counts
 */
export async function retryImport(
  db: SqlReader,
  { id, lease }: ClaimedImport,
  { counted }: { counted: boolean },
): Promise<void> {
  await db.query(
    `UPDATE import SET due_at = now(), lease = NULL,
            tries = CASE WHEN $3 THEN tries ELSE greatest(tries - 1, 0) END
      WHERE id = $1 AND lease = $2`,
    [id, lease, counted],
  );
}

/** Abandoned reviews. */
export async function expiredReviews(db: SqlReader, hours: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM import WHERE state = 'review' AND state_since < now() - $1 * interval '1 hour' LIMIT 100`,
    [hours],
  );
  return rows.map(({ id }) => id);
}
