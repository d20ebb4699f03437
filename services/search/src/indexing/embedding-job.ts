import { defineJob } from '@tomekeeper/jobs';
import type { SqlReader } from '@tomekeeper/persistence';
import { TRASH_CLASS } from '@tomekeeper/visibility';
import { z } from 'zod';
import { KINDS } from './index-tables';

/** Computes missing embeddings. */
export const embedPassages = defineJob({
  name: 'embed-passages',
  queue: 'search-embedding',
  payload: z.object({}),
  attempts: 1,
  backoff: { type: 'exponential', delayMs: 5_000, maxDelayMs: 60_000 },
  concurrency: 1,
});

// The job skips campaigns whose GMs don't allow external models. The campaign service owns the setting; the stored
// pause limits the number of requests for it.

/** Longest delay after a lost invalidation event. */
const PAUSE = "interval '10 minutes'";

/** SQL condition: whether the job skips a campaign. @param campaign SQL expression of its id */
export const isPaused = (campaign: string): string =>
  `EXISTS (SELECT 1 FROM campaign_index k WHERE k.campaign_id = ${campaign} AND k.embedding_paused_until > now())`;

export async function pauseEmbedding(db: SqlReader, campaign: string): Promise<void> {
  await db.query(
    `UPDATE campaign_index SET embedding_paused_until = now() + ${PAUSE} WHERE campaign_id = $1`,
    [campaign],
  );
}

/** Whether a passage has no embedding; apart from paused campaigns and deleted documents. */
export const EMBEDDING_DUE = `SELECT WHERE ${KINDS.map(
  (kind) => `EXISTS (SELECT FROM ${kind}_embedding v
    WHERE model IS NULL AND class <> '${TRASH_CLASS}' AND NOT ${isPaused('v.campaign_id')})`,
).join(' OR ')}`;

/** @returns whether the campaign was paused */
export async function resumeEmbedding(db: SqlReader, campaign: string): Promise<boolean> {
  const rows = await db.query(
    `UPDATE campaign_index SET embedding_paused_until = NULL
      WHERE campaign_id = $1 AND embedding_paused_until IS NOT NULL RETURNING campaign_id`,
    [campaign],
  );
  return rows.length > 0;
}
