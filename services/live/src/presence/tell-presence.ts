import { defineJob } from '@tomekeeper/jobs';
import { z } from 'zod';

const BACKOFF = { type: 'exponential', delayMs: 500, maxDelayMs: 30_000 } as const;

/** Tells the campaigns of somebody that they are here, or no longer; where that is no news, nobody. */
export const tellPresence = defineJob({
  name: 'tell-presence',
  queue: 'live-presence',
  payload: z.object({ person: z.uuid() }),
  attempts: 5,
  backoff: BACKOFF,
});

/** Finds those who have left, and those of whom nobody was told that they came. */
export const sweepPresence = defineJob({
  name: 'sweep-presence',
  // Beside the other sweep: nobody who has just come waits behind a schedule.
  queue: 'live-sweep',
  payload: z.object({}),
  attempts: 1,
  backoff: BACKOFF,
});
export const SWEEP_PRESENCE_EVERY_MS = 10_000;
