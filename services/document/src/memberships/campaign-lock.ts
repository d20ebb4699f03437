import type { Transaction } from '@tomekeeper/persistence';
import { campaignNotFound } from '../model/document.errors';

/**
 * Makes everything that adds documents to a campaign, or ends it, wait for each other until the
 * transaction is over.
 */
export async function lockCampaign(tx: Transaction, campaign: string): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [campaign]);
}

/** @throws {DomainError} when the campaign has been deleted: nothing may be added to it any longer */
export async function lockExistingCampaign(tx: Transaction, campaign: string): Promise<void> {
  await lockCampaign(tx, campaign);
  if (await isDeletedCampaign(tx, campaign)) throw campaignNotFound();
}

/** Whether a campaign that this transaction has locked was deleted. */
export async function isDeletedCampaign(tx: Transaction, campaign: string): Promise<boolean> {
  const deleted = await tx.query('SELECT 1 FROM deleted_campaign WHERE campaign_id = $1', [
    campaign,
  ]);
  return deleted.length > 0;
}
