import { defineScheduledJob } from '../scheduled-jobs';

/** Extracts the text of due files: two at a time, one per person. */
export const extractTexts = defineScheduledJob({
  name: 'read-texts',
  queue: 'document-texts',
  concurrency: 2,
});

/** Writes the player texts of revealed documents. Separate from extraction, which can take minutes. */
export const writePlayerTexts = defineScheduledJob({
  name: 'show-read-texts',
  queue: 'document-shown-texts',
});
