import { defineJob, type JobDefinition } from '@tomekeeper/jobs';
import { z } from 'zod';

/**
 * Defines a job that processes due rows; by default one at a time per process. It has no payload, so a lost job does no
 * harm: the next one finds the same rows.
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
