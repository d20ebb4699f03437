/** What both workers of the comparison have in common. */
export const JOB = 'deliver';
export const CONCURRENCY = 5;
export const RETRY = {
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 1000, maxDelayMs: 60_000 },
};

/** @param {string} connectionString */
export const connectionTo = (connectionString) => ({
  connectionString,
  schema: 'bullmq',
  max: 2,
});
