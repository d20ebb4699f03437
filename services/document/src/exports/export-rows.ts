import {
  EXPORT_LIMITS,
  type ExportAnswer,
  type ExportFormat,
} from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';

import { emptyContents, type ExportContents } from './export-contents';

// Rows of exports. A due row is claimed by a worker, which holds its lease and moves `due_at` ahead, so that another process takes
// over after a crash.

export interface ExportRow {
  id: string;
  campaign_id: string;
  person: string;
  /** The membership of a player; null for GMs. */
  membership: string | null;
  format: ExportFormat;
  state: ExportAnswer['state'];
  /** Percent. */
  progress: number;
  watermark: number | null;
  created_at: Date;
  ended_at: Date | null;
  contents: ExportContents;
}

const ROW = `id, campaign_id, person, membership, format, state, progress, watermark::float8 AS watermark, created_at, ended_at, contents`;

export type ClaimedExport = ExportRow & { lease: string; tries: number };

export const MAX_TRIES = 3;
const LEASE = '60 seconds';

export async function createExport(
  tx: Transaction,
  given: Pick<ExportRow, 'campaign_id' | 'person' | 'membership' | 'format'>,
): Promise<ExportRow> {
  const [row] = await tx.query<ExportRow>(
    `INSERT INTO export (campaign_id, person, membership, format) VALUES ($1, $2, $3, $4) RETURNING ${ROW}`,
    [given.campaign_id, given.person, given.membership, given.format],
  );
  if (!row) throw new Error('An export was not stored.');
  return row;
}

/** Exports of one person, newest first. */
export function exportsOf(
  db: SqlReader,
  { campaign, person }: { campaign: string; person: string },
): Promise<ExportRow[]> {
  return db.query<ExportRow>(
    `SELECT ${ROW} FROM export WHERE campaign_id = $1 AND person = $2
      ORDER BY created_at DESC, id LIMIT ${EXPORT_LIMITS.listed}`,
    [campaign, person],
  );
}

export async function exportById(db: SqlReader, id: string): Promise<ExportRow | undefined> {
  const [row] = await db.query<ExportRow>(`SELECT ${ROW} FROM export WHERE id = $1`, [id]);
  return row;
}

export async function openExports(
  db: SqlReader,
  { campaign, person }: { campaign: string; person: string },
): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM export
      WHERE campaign_id = $1 AND person = $2 AND state IN ('waiting', 'writing')`,
    [campaign, person],
  );
  return row?.n ?? 0;
}

/** Finished exports beyond the newest ones, so that one member does not fill the store. */
export async function surplusExports(
  db: SqlReader,
  { campaign, person }: { campaign: string; person: string },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM export WHERE campaign_id = $1 AND person = $2 AND ended_at IS NOT NULL
      ORDER BY created_at DESC OFFSET ${EXPORT_LIMITS.kept - 1}`,
    [campaign, person],
  );
  return rows.map(({ id }) => id);
}

/** Takes the next due export, counted as a try. */
export async function claimExport(db: SqlReader): Promise<ClaimedExport | undefined> {
  const [row] = await db.query<ClaimedExport>(
    `UPDATE export SET tries = tries + 1, due_at = now() + interval '${LEASE}', lease = gen_random_uuid(), progress = 0,
            state = 'writing'
      WHERE id = (SELECT id FROM export WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING ${ROW}, lease, tries`,
  );
  return row;
}

const HELD = 'id = $1 AND lease = $2';

/** Stores the watermark before anything is read. @returns false if another worker has the export, or it was deleted */
export async function beginExport(
  db: SqlReader,
  { id, lease }: ClaimedExport,
  watermark: number,
): Promise<boolean> {
  const rows = await db.query(`UPDATE export SET watermark = $3 WHERE ${HELD} RETURNING 1`, [
    id,
    lease,
    watermark,
  ]);
  return rows.length > 0;
}

/** Renews the lease and stores the progress. @returns false if another worker has the export, or it was deleted */
export async function renewExport(
  db: SqlReader,
  { id, lease }: ClaimedExport,
  progress: number,
): Promise<boolean> {
  const rows = await db.query(
    `UPDATE export SET due_at = now() + interval '${LEASE}', progress = $3 WHERE ${HELD} RETURNING 1`,
    [id, lease, Math.round(Math.min(progress, 1) * 100)],
  );
  return rows.length > 0;
}

export interface ExportFile {
  s3_key: string;
  name: string;
  size: number;
}

/** @returns false if another worker has the export, or it was deleted */
export async function endExport(
  tx: Transaction,
  { id, lease }: ClaimedExport,
  {
    state,
    files,
    contents = emptyContents(),
  }: { state: 'ready' | 'failed'; files: readonly ExportFile[]; contents?: ExportContents },
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE export SET state = $3, contents = $4, lease = NULL, due_at = NULL, ended_at = now() WHERE ${HELD} RETURNING 1`,
    [id, lease, state, JSON.stringify(contents)],
  );
  if (rows.length === 0) return false;
  for (const [number, { s3_key, name, size }] of files.entries())
    await tx.query(
      'INSERT INTO export_file (s3_key, export_id, number, name, size) VALUES ($1, $2, $3, $4, $5)',
      [s3_key, id, number, name, size],
    );
  return true;
}

/**
 * Makes an export due again after the waiting ones.
 * @param counted whether the failed try counts
 */
export async function retryExport(
  db: SqlReader,
  { id, lease }: ClaimedExport,
  { counted }: { counted: boolean },
): Promise<void> {
  await db.query(
    `UPDATE export SET due_at = now(), lease = NULL, state = 'waiting',
            tries = CASE WHEN $3 THEN tries ELSE greatest(tries - 1, 0) END
      WHERE ${HELD}`,
    [id, lease, counted],
  );
}

export function exportFiles(db: SqlReader, id: string): Promise<ExportFile[]> {
  return db.query<ExportFile>(
    'SELECT s3_key, name, size::float8 AS size FROM export_file WHERE export_id = $1 ORDER BY number',
    [id],
  );
}

/** Exports past their retention. */
export async function expiredExports(db: SqlReader): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM export WHERE ended_at < now() - interval '${EXPORT_LIMITS.hours} hours' LIMIT 100`,
  );
  return rows.map(({ id }) => id);
}
