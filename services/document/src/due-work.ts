import { defineJob, type JobDefinition } from '@tomekeeper/jobs';
import { z } from 'zod';

/**
 * A job that works through what the database says is due, one at a time in each process. It names nothing, so that a lost one
 * is no loss: the next finds the same.
 */
export const defineDueWork = (names: { name: string; queue: string }): JobDefinition<object> =>
  defineJob({
    ...names,
    payload: z.object({}),
    attempts: 5,
    backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: 60_000 },
    concurrency: 1,
  });
