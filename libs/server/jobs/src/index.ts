export * from './job-definition';
export * from './jobs.module';
export { PostgresListener } from './postgres-listener';
export { LOCK_MS, QUEUE_SCHEMA } from './queue-backend';
export * from './queues';
export type { Schedule } from './schedules';
export * from './worker-host';
/** Thrown by handlers when a retry is useless: the job fails immediately. */
export { UnrecoverableError as PermanentFailure } from 'bullmq';
