import { Injectable } from '@nestjs/common';
import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import { hintGiven, type GivenHint } from '@tomekeeper/contracts-live';
import { id } from '@tomekeeper/contracts-values';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { HandlesEvent, type Transaction } from '@tomekeeper/persistence';
import { z } from 'zod';
import { Indexer } from './indexer';
import { embedPassages, resumeEmbedding } from './embedding-job';

export const indexCampaign = defineJob({
  name: 'index-campaign',
  queue: 'search-indexing',
  payload: z.object({ campaign_id: id }),
  attempts: 10,
  backoff: { type: 'exponential', delayMs: 500, maxDelayMs: 60_000 },
  concurrency: 2,
});

/** Deletes the index of a deleted campaign, after the document service has deleted the feed. */
export const deleteCampaignIndex = defineJob({
  name: 'delete-campaign-index',
  queue: 'search-indexing',
  payload: z.object({ campaign_id: id }),
  attempts: 20,
  backoff: { type: 'exponential', delayMs: 5_000, maxDelayMs: 3_600_000 },
  concurrency: 2,
});

/** Completes indexes while campaigns are reindexed, or after all attempts of a job failed. */
export const completeIndexes = defineJob({
  name: 'complete-indexes',
  queue: 'search-maintenance',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 5_000, maxDelayMs: 60_000 },
  concurrency: 1,
});

/** Comments, sessions and boards are not searched, and a show changes no text. */
const NOT_SEARCHED: readonly GivenHint['kind'][] = ['comments', 'sessions', 'board', 'show'];

/**
 * Handles events and jobs. Events are only triggers: lost, late or duplicate events are harmless, because each
 * request checks the watermark.
 */
@Injectable()
export class IndexingJobs {
  constructor(private readonly indexer: Indexer) {}

  @HandlesEvent(hintGiven)
  async onHintGiven({ campaign, kind, feed }: GivenHint, tx: Transaction): Promise<void> {
    if (NOT_SEARCHED.includes(kind)) return;
    const campaign_id = feed ?? campaign;
    await this.indexer.markLagging(campaign_id, null, tx);
    await tx.outbox.job(indexCampaign, { campaign_id });
    // The GMs may have allowed external models.
    if (kind === 'campaign' && (await resumeEmbedding(tx, campaign)))
      await tx.outbox.job(embedPassages, {});
  }

  @HandlesEvent(campaignDeleted)
  async onCampaignDeleted(
    { campaign_id }: { campaign_id: string },
    tx: Transaction,
  ): Promise<void> {
    await tx.outbox.job(deleteCampaignIndex, { campaign_id }, { delayMs: 5_000 });
  }

  /** No event announces the deletion of the feed, so the job retries. */
  @HandlesJob(deleteCampaignIndex)
  async deleteIndex({ campaign_id }: { campaign_id: string }): Promise<void> {
    await this.indexer.catchUp(campaign_id);
    if (await this.indexer.hasIndex(campaign_id))
      throw new Error('the document service still has the feed of a deleted campaign');
  }

  @HandlesJob(indexCampaign)
  async index({ campaign_id }: { campaign_id: string }): Promise<void> {
    await this.indexer.catchUp(campaign_id);
    // The run may be shared with an earlier job, which started before the change.
    if (await this.indexer.isLagging(campaign_id)) await this.indexer.catchUp(campaign_id);
  }

  @HandlesJob(completeIndexes)
  complete(): Promise<void> {
    return this.indexer.completeIndexes();
  }
}
