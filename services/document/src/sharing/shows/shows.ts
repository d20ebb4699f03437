import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';

/** An answer on its way is no reason to refuse an undo that was pressed in time. */
const UNDO_ACCEPTED = DOCUMENT_LIMITS.undoShowSeconds + 5;

/** Inserts a show and deletes expired shows. @returns start time */
export async function insertShow(
  tx: Transaction,
  {
    campaign,
    document,
    wasSpoilers,
    passages,
    entry,
  }: {
    campaign: string;
    document: string;
    wasSpoilers: boolean;
    /** Where it is not all of it. */
    passages?: readonly string[] | undefined;
    /** By which they were revealed. */
    entry?: string | undefined;
  },
): Promise<Date> {
  await tx.query(
    `DELETE FROM show WHERE at < now() - interval '${DOCUMENT_LIMITS.showMinutes} minutes'`,
  );
  const [row] = await tx.query<{ at: Date }>(
    `INSERT INTO show (campaign_id, document_id, was_spoilers, passages, entry_id)
     VALUES ($1, $2, $3, $4::uuid[], $5) RETURNING at`,
    [campaign, document, wasSpoilers, passages ?? null, entry ?? null],
  );
  if (!row) throw new Error('A show was not stored.');
  return row.at;
}

/**
 * Deletes recent shows of a document; repeated shows are undone as one. A reveal after the show is a separate change
 * and stays.
 * @returns whether the show revealed the document, and the ledger entries that revealed passages, newest first;
 * undefined if there was no show
 */
export async function undoShow(
  tx: Transaction,
  document: string,
): Promise<{ isReveal: boolean; entries: string[] } | undefined> {
  const rows = await tx.query<{ at: Date; is_reveal: boolean; entry: string | null }>(
    `DELETE FROM show s USING document d
      WHERE s.document_id = $1 AND d.id = $1 AND s.at > now() - interval '${UNDO_ACCEPTED} seconds'
     RETURNING s.at, s.entry_id AS entry,
               s.passages IS NULL AND s.was_spoilers AND s.at >= coalesce(d.shown_since, s.at) AS is_reveal`,
    [document],
  );
  if (rows.length === 0) return undefined;
  const newestFirst = rows.sort((one, other) => other.at.getTime() - one.at.getTime());
  return {
    isReveal: rows.some(({ is_reveal }) => is_reveal),
    entries: newestFirst.flatMap(({ entry }) => entry ?? []),
  };
}

/** Deletes the shows of a deleted campaign. */
export async function deleteShows(tx: Transaction, campaign: string): Promise<void> {
  for (const table of ['show', 'temporary_show'])
    await tx.query(`DELETE FROM ${table} WHERE campaign_id = $1`, [campaign]);
}
