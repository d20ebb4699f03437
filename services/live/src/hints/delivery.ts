import { Injectable } from '@nestjs/common';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { hintGiven, type GivenHint } from '@tomekeeper/contracts-live';
import { defineJob, HandlesJob, type JobContext } from '@tomekeeper/jobs';
import { HandlesEvent, UnitOfWork, type Transaction } from '@tomekeeper/persistence';
import { CampaignMembers } from '../audiences/campaign-members';
import { forget, storeHints } from './hint.queries';

/** Delivers this service's own invalidation events (presence). */
export const deliverHint = defineJob({
  name: 'deliver-hint',
  queue: 'live-deliver',
  payload: hintGiven.payload,
  attempts: 20,
  backoff: { type: 'exponential', delayMs: 200, maxDelayMs: 60_000 },
  concurrency: 10,
});

/** Stores invalidation events for their connected recipients. */
@Injectable()
export class Delivery {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly members: CampaignMembers,
  ) {}

  /** Calls the campaign service, so no transaction is open. A repetition within 60 s stores nothing; a later one only causes a refetch. */
  @HandlesEvent(hintGiven, { isIdempotent: true })
  async onHintGiven(hint: GivenHint, eventId: string): Promise<void> {
    await this.store(hint, eventId);
  }

  @HandlesJob(deliverHint)
  async deliver(hint: GivenHint, { jobId }: JobContext): Promise<void> {
    await this.store(hint, jobId);
  }

  private async store(hint: GivenHint, change: string): Promise<void> {
    const people = await this.members.in(hint.campaign, hint.to);
    if (people.length === 0) return;
    const hints = hint.show_changed ? [hint, { ...hint, kind: 'show' as const }] : [hint];
    await this.uow.run(async (tx) => {
      for (const one of hints) await storeHints(tx, change, one, people);
    });
  }

  /** The cleanup job deletes rows that a still-open stream writes after this, within ten minutes. */
  @HandlesEvent(personDeleted)
  async onPersonDeleted({ person_id }: { person_id: string }, tx: Transaction): Promise<void> {
    await forget(tx, person_id);
  }
}
