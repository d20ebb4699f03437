import { defineJob } from '@tomekeeper/jobs';
import { z } from 'zod';

export const SWEEP_EVERY_MS = 3_600_000;

/** Deletes what is no longer needed. */
export const sweepMessages = defineJob({
  name: 'sweep',
  queue: 'contact-sweep',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 10_000, maxDelayMs: 60_000 },
});
