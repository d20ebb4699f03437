import { defineJob } from '@tomekeeper/jobs';
import { z } from 'zod';

/** Has a model read passages for their meaning, those that wait. */
export const readForMeaning = defineJob({
  name: 'read-for-meaning',
  queue: 'search-meaning',
  payload: z.object({}),
  attempts: 1,
  backoff: { type: 'exponential', delayMs: 5_000, maxDelayMs: 60_000 },
  concurrency: 1,
});
