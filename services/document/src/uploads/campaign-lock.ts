import type { Transaction } from '@tomekeeper/persistence';
import { campaignNotFound } from '../documents/document.errors';

/**
 * Makes everything that adds documents to a campaign, or ends it, wait for each other until the
 * transaction is over.
 */
export async function lockCampaign(tx: Transaction, campaign: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [campaign]);
}

/** The same, for who wants to add something: into a campaign that has just gone, nothing goes. */
export async function lockLivingCampaign(tx: Transaction, campaign: string): Promise<void> {
  await lockCampaign(tx, campaign);
  const gone = await tx.query('SELECT 1 FROM gone_campaign WHERE campaign_id = $1', [campaign]);
  if (gone.length > 0) throw campaignNotFound();
}
