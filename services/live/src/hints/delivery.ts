import { Injectable } from '@nestjs/common';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { hintGiven, type GivenHint } from '@tomekeeper/contracts-live';
import { defineJob, HandlesJob, type JobContext } from '@tomekeeper/jobs';
import { HandlesEvent, UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { CampaignMembers } from '../audiences/campaign-members';
import { forget, storeHints } from './hint.queries';

/** Finds out whom a hint is for, and stores it for those who listen. */
export const deliverHint = defineJob({
  name: 'deliver-hint',
  queue: 'live-deliver',
  payload: hintGiven.payload,
  attempts: 20,
  backoff: { type: 'exponential', delayMs: 200, maxDelayMs: 60_000 },
  concurrency: 10,
});

/** Takes what services say has changed to the people who may know of it. */
@Injectable()
export class Delivery {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly members: CampaignMembers,
  ) {}

  /** The campaign service is asked outside of this transaction, so in a job. */
  @HandlesEvent(hintGiven)
  async onHintGiven(hint: GivenHint, tx: Transaction): Promise<void> {
    await tx.outbox.job(deliverHint, hint);
  }

  /** Doing it twice hints twice, which does no harm. */
  @HandlesJob(deliverHint)
  async deliver(hint: GivenHint, { jobId }: JobContext): Promise<void> {
    const people = await this.members.in(hint.campaign, hint.to);
    if (people.length > 0) await this.uow.run((tx) => storeHints(tx, jobId, hint, people));
  }

  /** What a stream that is still open writes after this is swept with all else, within ten minutes. */
  @HandlesEvent(personDeleted)
  async onPersonDeleted({ person_id }: { person_id: string }, tx: Transaction): Promise<void> {
    await forget(tx, person_id);
  }
}
