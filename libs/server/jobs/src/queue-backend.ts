import type { Job, Processor, Queue, Worker, WorkerOptions } from 'bullmq';

/** Schema of BullMQ's own tables in PostgreSQL. */
export const QUEUE_SCHEMA = 'bullmq';

/** Queue operations that this library needs, for both backends. */
export type BackendQueue = Pick<
  Queue,
  | 'name'
  | 'add'
  | 'addBulk'
  | 'close'
  | 'getJobCounts'
  | 'getFailed'
  | 'getJob'
  | 'getJobs'
  | 'getJobSchedulers'
  | 'removeJobScheduler'
  | 'upsertJobScheduler'
  | 'waitUntilReady'
>;
export type BackendWorker = Pick<Worker, 'close' | 'waitUntilReady'>;

/** Worker events. */
export interface WorkerListeners {
  /** The connection to the queue failed; the worker reconnects. */
  onError: (error: Error) => void;
  /** An attempt of a job failed. */
  onFailed: (job: Job | undefined, error: Error) => void;
}

/** BullMQ on Redis or PostgreSQL, depending on the URL. */
export interface QueueBackend {
  queue(name: string): BackendQueue;
  worker(
    name: string,
    process: Processor,
    settings: WorkerSettings,
    listeners: WorkerListeners,
  ): BackendWorker;
  close(): Promise<void>;
}

export type WorkerSettings = Pick<WorkerOptions, 'concurrency' | 'settings' | 'autorun'>;

/** Default time after which another worker takes over a dead worker's job. */
export const LOCK_MS = 30_000;
export const stalledAfter = (lockMs: number) => ({
  lockDuration: lockMs,
  stalledInterval: Math.min(lockMs / 4, 5_000),
  maxStalledCount: 5,
});

export const DEFAULT_JOB_OPTIONS = {
  // Payloads may contain encrypted secrets; the inbox, not the completed set, prevents duplicates.
  removeOnComplete: true,
  // The failed set is for operators, so it is kept but bounded.
  removeOnFail: { age: 30 * 24 * 3600, count: 5000 },
} as const;

/**
 * Without a listener, an idle connection's error would terminate the process; calls on the queue reject anyway, and readiness
 * reports the outage.
 */
export const ignoreIdleError = (): void => undefined;
