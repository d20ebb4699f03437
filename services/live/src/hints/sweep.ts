import { Injectable } from '@nestjs/common';
import { defineJob, HandlesJob } from '@tomekeeper/jobs';
import { UnitOfWork } from '@tomekeeper/persistence';
import { z } from 'zod';
import { sweep } from './hint.queries';

/** Deletes expired invalidation events and disconnected listeners. */
export const sweepHints = defineJob({
  name: 'sweep',
  queue: 'live-sweep',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 10_000, maxDelayMs: 60_000 },
});

@Injectable()
export class HintSweep {
  constructor(private readonly uow: UnitOfWork) {}

  @HandlesJob(sweepHints)
  async sweep(): Promise<void> {
    await sweep(this.uow);
  }
}
