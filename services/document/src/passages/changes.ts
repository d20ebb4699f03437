import type { Transaction } from '@tomekeeper/persistence';

// What changed in a campaign, by number, for whoever keeps a copy of its text. Each document stands there once, with its
// last change.

/**
 * The next number of a campaign. Its row stays locked until the transaction is over: no lower number is ever seen after a
 * higher one.
 */
async function nextChange(tx: Transaction, campaign: string): Promise<number> {
  const [row] = await tx.query<{ number: number }>(
    `INSERT INTO campaign_feed (campaign_id, last_number) VALUES ($1, 1)
     ON CONFLICT (campaign_id) DO UPDATE SET last_number = campaign_feed.last_number + 1
     RETURNING last_number::float8 AS number`,
    [campaign],
  );
  if (!row) throw new Error('A change was not counted.');
  return row.number;
}

/** Writes down that something of a document changed: who may see it, its name or its text. @returns the change's number */
export async function documentChanged(
  tx: Transaction,
  { campaign, document }: { campaign: string; document: string },
): Promise<number> {
  const number = await nextChange(tx, campaign);
  await tx.query(
    `INSERT INTO campaign_change (campaign_id, document_id, number) VALUES ($1, $2, $3)
     ON CONFLICT (campaign_id, document_id) DO UPDATE SET number = excluded.number`,
    [campaign, document, number],
  );
  return number;
}

/** With a campaign goes what changed in it. */
export async function deleteChanges(tx: Transaction, campaign: string): Promise<void> {
  for (const table of ['campaign_change', 'campaign_feed'])
    await tx.query(`DELETE FROM ${table} WHERE campaign_id = $1`, [campaign]);
}
