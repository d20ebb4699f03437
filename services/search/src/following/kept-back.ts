import type { SqlReader } from '@tomekeeper/persistence';

// Campaigns whose GMs let no outside model read. It is the campaign service that knows; here it is noted for a while, so that others get
// their turn and it is not asked without end.

/** A hint that was lost delays what may be read again by no more than this. */
const FOR = "interval '10 minutes'";

/** Whether a campaign is passed over now, in SQL. @param campaign its id, in SQL */
export const isKeptBack = (campaign: string): string =>
  `EXISTS (SELECT 1 FROM followed_campaign k WHERE k.campaign_id = ${campaign} AND k.kept_back_until > now())`;

export async function keepBack(db: SqlReader, campaign: string): Promise<void> {
  await db.query(
    `UPDATE followed_campaign SET kept_back_until = now() + ${FOR} WHERE campaign_id = $1`,
    [campaign],
  );
}

/** @returns whether it was kept back */
export async function keepBackNoLonger(db: SqlReader, campaign: string): Promise<boolean> {
  const rows = await db.query(
    `UPDATE followed_campaign SET kept_back_until = NULL
      WHERE campaign_id = $1 AND kept_back_until IS NOT NULL RETURNING campaign_id`,
    [campaign],
  );
  return rows.length > 0;
}
