import { defineJob } from '@tomekeeper/jobs';
import { id } from '@tomekeeper/contracts-problem';
import { z } from 'zod';

/**
 * Looks again a little after an account is gone: a request that was under way in that moment may
 * have written something for that person.
 */
export const forgetPerson = defineJob({
  name: 'forget-person',
  queue: 'campaign-forget',
  payload: z.object({ person_id: id }),
  attempts: 20,
  backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: 600_000 },
  concurrency: 1,
});

/** Longer than tokens of an ended session are still taken, and than any statement may run. */
export const SECOND_LOOK_MS = 15_000;
