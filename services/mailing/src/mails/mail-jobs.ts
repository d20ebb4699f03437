import { id } from '@tomekeeper/contracts-problem';
import { defineJob } from '@tomekeeper/jobs';
import { z } from 'zod';

/** After an outage of the mail server, mails go out at most this much later. */
const LONGEST_PAUSE_MS = 300_000;
/** Doubling from a second reaches the longest pause in nine tries; the rest lasts a day and some. */
const ATTEMPTS = 400;

/** One mail to its mail server. In a queue of its own, so that nothing waits behind a slow server. */
export const deliverMail = defineJob({
  name: 'deliver-mail',
  queue: 'mailing-deliver',
  payload: z.object({ mail_id: id }),
  attempts: ATTEMPTS,
  backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: LONGEST_PAUSE_MS },
  concurrency: 5,
});

export const SWEEP_EVERY_MS = 3_600_000;

/** Deletes what is no longer needed. */
export const sweepMails = defineJob({
  name: 'sweep',
  queue: 'mailing-sweep',
  payload: z.object({}),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 10_000, maxDelayMs: 60_000 },
});
