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

/** Takes the last show of a document away, while it is new. @returns what the document was before, if there was one */
export async function takeShowBack(
  tx: Transaction,
  document: string,
): Promise<{ was_spoilers: boolean } | undefined> {
  const [row] = await tx.query<{ was_spoilers: boolean }>(
    `DELETE FROM show WHERE id = (
       SELECT id FROM show WHERE document_id = $1 AND at > now() - interval '${UNDO_ACCEPTED} seconds'
        ORDER BY at DESC LIMIT 1)
     RETURNING was_spoilers`,
    [document],
  );
  return row;
}

/** With a campaign goes what was shown in it. */
export async function deleteShows(tx: Transaction, campaign: string): Promise<void> {
  await tx.query('DELETE FROM show WHERE campaign_id = $1', [campaign]);
}
