export { decoratedMethods, HandlesJob, type JobContext, type JobHandler } from './handlers';
export * from './job-definition';
export * from './jobs.module';
export { LOCK_MS, QUEUE_SCHEMA } from './queue-backend';
export { oldestWaiting } from './queue-measurements';
export * from './queues';
export type { Schedule } from './schedules';
export * from './worker-host';
/** Thrown by a handler whose job no further try can help: it goes to the failed set at once. */
export { UnrecoverableError as PermanentFailure } from 'bullmq';
