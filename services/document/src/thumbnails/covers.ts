import { DOCUMENT_LIMITS } from '@tomekeeper/contracts-document';
import type { SqlReader, Transaction } from '@tomekeeper/persistence';
import { deleteCovers } from '../storage/object-removal';

// Rows of covers. A cover is no secret to any member of its campaign, and to nobody else is there one.

/** What becomes of the picture that was chosen last; undefined where none was. */
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

/** Takes what was uploaded for the campaign's next cover; what was chosen before and never became one goes. */
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
