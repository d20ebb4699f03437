import { Injectable } from '@nestjs/common';
import { campaignDeleted } from '@tomekeeper/contracts-campaign';
import { hintGiven, type GivenHint } from '@tomekeeper/contracts-live';
import { id } from '@tomekeeper/contracts-values';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { HandlesEvent, type Transaction } from '@tomekeeper/persistence';
import { z } from 'zod';
import { Follower } from './follower';
import { keepBackNoLonger } from './kept-back';
import { readForMeaning } from './read-for-meaning';

/** Takes in what changed in a campaign. */
export const followCampaign = defineJob({
  name: 'follow-campaign',
  queue: 'search-follow',
  payload: z.object({ campaign_id: id }),
  attempts: 10,
  backoff: { type: 'exponential', delayMs: 500, maxDelayMs: 60_000 },
  concurrency: 2,
});

/** Takes the copy of a deleted campaign away, however long the document service takes to delete what it is made of. */
export const forgetCampaign = defineJob({
  name: 'forget-campaign',
  queue: 'search-follow',
  payload: z.object({ campaign_id: id }),
  attempts: 20,
  backoff: { type: 'exponential', delayMs: 5_000, maxDelayMs: 3_600_000 },
  concurrency: 2,
});

/** Goes on with copies that are not whole: after a start from nothing, or where all tries of a job failed. */
export const finishCopies = defineJob({
  name: 'finish-copies',
  queue: 'search-finish',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 5_000, maxDelayMs: 60_000 },
  concurrency: 1,
});

/**
 * Takes events and does those jobs. What others tell is a nudge and no more: one that is lost, comes late or twice changes nothing, since each
 * question looks how far the copy must have come.
 */
@Injectable()
export class FollowCampaign {
  constructor(private readonly follower: Follower) {}

  @HandlesEvent(hintGiven)
  async onHintGiven({ campaign, kind }: GivenHint, tx: Transaction): Promise<void> {
    await this.follower.noteBehind(campaign, null, tx);
    await tx.outbox.job(followCampaign, { campaign_id: campaign });
    // Its GMs may have let outside models read it.
    if (kind === 'campaign' && (await keepBackNoLonger(tx, campaign)))
      await tx.outbox.job(readForMeaning, {});
  }

  /** The document service forgets it too, perhaps later: until then the feed is still there. */
  @HandlesEvent(campaignDeleted)
  async onCampaignDeleted(
    { campaign_id }: { campaign_id: string },
    tx: Transaction,
  ): Promise<void> {
    await tx.outbox.job(forgetCampaign, { campaign_id }, { delayMs: 5_000 });
  }

  /** Nothing tells when the feed is gone: tried again until it is. */
  @HandlesJob(forgetCampaign)
  async forget({ campaign_id }: { campaign_id: string }): Promise<void> {
    await this.follower.catchUp(campaign_id);
    if (await this.follower.isKept(campaign_id))
      throw new Error('The document service still gives the texts of a deleted campaign.');
  }

  @HandlesJob(followCampaign)
  async follow({ campaign_id }: { campaign_id: string }): Promise<void> {
    await this.follower.catchUp(campaign_id);
    // It may have joined one that had come too early for what this job is about.
    if (await this.follower.isBehind(campaign_id)) await this.follower.catchUp(campaign_id);
  }

  @HandlesJob(finishCopies)
  finish(): Promise<void> {
    return this.follower.finishCopies();
  }
}
