import { defineJob, type JobDefinition } from '@tomekeeper/jobs';
import { z } from 'zod';

/**
 * A job that works through what the database says is due, one at a time in each process unless it says otherwise. It names
 * nothing, so that a lost one is no loss: the next finds the same.
 */
export const defineScheduledJob = (
  of: Pick<JobDefinition, 'name' | 'queue' | 'concurrency'>,
): JobDefinition<object> =>
  defineJob({
    payload: z.object({}),
    attempts: 5,
    backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: 60_000 },
    concurrency: 1,
    ...of,
  });
