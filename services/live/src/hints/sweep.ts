import { Injectable } from '@nestjs/common';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { z } from 'zod';
import { sweep } from './hint.queries';

/** Deletes hints that are too old to be sent again, and listeners who have left. */
export const sweepHints = defineJob({
  name: 'sweep',
  queue: 'live-sweep',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 10_000, maxDelayMs: 60_000 },
});

/** Does that job. */
@Injectable()
export class HintSweep {
  constructor(private readonly uow: UnitOfWork) {}

  @HandlesJob(sweepHints)
  async sweep(): Promise<void> {
    await sweep(this.uow);
  }
}
