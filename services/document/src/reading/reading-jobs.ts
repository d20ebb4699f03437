import { defineJob } from '@tomekeeper/jobs';
import { z } from 'zod';

/** Reads the files that are due. On a queue of its own: workers of the release before know nothing of it. */
export const readTexts = defineJob({
  name: 'read-texts',
  queue: 'document-texts',
  payload: z.object({}),
  attempts: 5,
  backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: 60_000 },
  concurrency: 1,
});

/** Gives players the texts of documents that were revealed. Beside reading, which can take minutes. */
export const showReadTexts = defineJob({
  name: 'show-read-texts',
  queue: 'document-shown-texts',
  payload: z.object({}),
  attempts: 5,
  backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: 60_000 },
  concurrency: 1,
});
