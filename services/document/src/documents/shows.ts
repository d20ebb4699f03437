import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { Transaction } from '@tomekeeper/persistence';

/** An answer on its way is no reason to refuse an undo that was pressed in time. */
const UNDO_ACCEPTED = DOCUMENT_LIMITS.undoShowSeconds + 5;

/** Writes down that a document is shown now; what nobody is shown any more goes. @returns when */
export async function insertShow(
  tx: Transaction,
  { campaign, document, wasSpoilers }: { campaign: string; document: string; wasSpoilers: boolean },
): Promise<Date> {
  await tx.query(
    `DELETE FROM show WHERE at < now() - interval '${DOCUMENT_LIMITS.showMinutes} minutes'`,
  );
  const [row] = await tx.query<{ at: Date }>(
    'INSERT INTO show (campaign_id, document_id, was_spoilers) VALUES ($1, $2, $3) RETURNING at',
    [campaign, document, wasSpoilers],
  );
  if (!row) throw new Error('A show was not stored.');
  return row.at;
}

/**
 * Takes away what was shown of a document of late: pressed twice, it is one show to who takes it back. A reveal since then
 * is somebody's own act, which stays.
 * @returns whether the show is why the document is revealed; undefined where there was none
 */
export async function takeShowBack(
  tx: Transaction,
  document: string,
): Promise<{ isReveal: boolean } | undefined> {
  const rows = await tx.query<{ is_reveal: boolean }>(
    `DELETE FROM show s USING document d
      WHERE s.document_id = $1 AND d.id = $1 AND s.at > now() - interval '${UNDO_ACCEPTED} seconds'
     RETURNING s.was_spoilers AND s.at >= coalesce(d.shown_since, s.at) AS is_reveal`,
    [document],
  );
  return rows.length > 0 ? { isReveal: rows.some(({ is_reveal }) => is_reveal) } : undefined;
}

/** With a campaign goes what was shown in it. */
export async function deleteShows(tx: Transaction, campaign: string): Promise<void> {
  await tx.query('DELETE FROM show WHERE campaign_id = $1', [campaign]);
}
