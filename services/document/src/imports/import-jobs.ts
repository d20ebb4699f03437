import { defineScheduledJob } from '../scheduled-jobs';

/** Extracts and saves due imports, one at a time per process. */
export const processImports = defineScheduledJob({
  name: 'process-imports',
  queue: 'document-imports',
});
