import { hintGiven } from '@tomekeeper/contracts-live';
import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { deleteCovers } from '../storage/object-removal';

// Covers are visible to all members of their campaign, and to no other users.

/** Status of the last chosen cover; undefined if none was chosen. */
export async function chosenCover(
  db: SqlReader,
  campaign: string,
): Promise<'waiting' | 'ready' | 'refused' | 'failed' | undefined> {
  const [row] = await db.query<{ state: 'waiting' | 'ready' | 'refused' | 'failed' }>(
    `SELECT p.state FROM cover c JOIN picture p ON p.source_key = c.source_key AND p.form = 'cover'
      WHERE c.campaign_id = $1 ORDER BY c.chosen_at DESC LIMIT 1`,
    [campaign],
  );
  return row?.state;
}

/** Uses an upload as the campaign's next cover and deletes pending ones. */
export async function chooseCover(
  tx: Transaction,
  cover: { source_key: string; campaign: string },
): Promise<void> {
  await deleteCovers(tx, cover.campaign, { unmade: true });
  await tx.query('INSERT INTO cover (source_key, campaign_id) VALUES ($1, $2)', [
    cover.source_key,
    cover.campaign,
  ]);
  await tx.query(`INSERT INTO picture (source_key, campaign_id, form) VALUES ($1, $2, 'cover')`, [
    cover.source_key,
    cover.campaign,
  ]);
}

/** Bytes that may be uploaded for a cover. */
export const MAX_COVER = DOCUMENT_LIMITS.coverMegabytes * 1024 * 1024;

/** A campaign has another cover. GMs also get the event if no cover could be created, because their page waits for it. */
export async function emitCoverChanged(
  tx: Transaction,
  campaign: string,
  to: 'gm' | 'party',
): Promise<void> {
  await tx.outbox.event(hintGiven, { kind: 'campaign', campaign, id: campaign, to });
}
