import { defineJob } from '@tomekeeper/jobs';
import { z } from 'zod';

const BACKOFF = { type: 'exponential', delayMs: 500, maxDelayMs: 30_000 } as const;

/** Sends presence events to a user's campaigns if their presence changed. */
export const tellPresence = defineJob({
  name: 'tell-presence',
  queue: 'live-presence',
  payload: z.object({ person: z.uuid() }),
  attempts: 5,
  backoff: BACKOFF,
});

/** Finds users who left and arrivals that are not yet announced. */
export const sweepPresence = defineJob({
  name: 'sweep-presence',
  // Shares the queue with the other cleanup job, so that it never delays a presence announcement.
  queue: 'live-sweep',
  payload: z.object({}),
  attempts: 1,
  backoff: BACKOFF,
});
export const SWEEP_PRESENCE_EVERY_MS = 10_000;
