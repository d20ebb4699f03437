import { defineDueWork } from '../due-work';

/**
 * Reads the files that are due, two at a time of different campaigns. On a queue of its own: workers of the release before
 * know nothing of it.
 */
export const readTexts = defineDueWork({
  name: 'read-texts',
  queue: 'document-texts',
  concurrency: 2,
});

/** Gives players the texts of documents that were revealed. Beside reading, which can take minutes. */
export const showReadTexts = defineDueWork({
  name: 'show-read-texts',
  queue: 'document-shown-texts',
});
