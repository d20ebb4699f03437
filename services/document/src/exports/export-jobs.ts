import { defineScheduledJob } from '../scheduled-jobs';

/** Writes due exports, one at a time per process. */
export const writeExports = defineScheduledJob({
  name: 'write-exports',
  queue: 'document-exports',
});
