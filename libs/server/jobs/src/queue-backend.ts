import type { Job, Processor, Queue, Worker, WorkerOptions } from 'bullmq';

/** Schema of BullMQ's own tables in PostgreSQL. */
export const QUEUE_SCHEMA = 'bullmq';

/** What this library asks of a queue, whichever backend runs it. */
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

/** What a worker tells about itself. */
export interface WorkerListeners {
  /** The connection to the queue failed; the worker reconnects. */
  onError: (error: Error) => void;
  /** A try of a job failed. */
  onFailed: (job: Job | undefined, error: Error) => void;
}

/** BullMQ on Redis or on PostgreSQL; the URL decides. */
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

/** A job whose worker died is taken up by another one after this time, unless set otherwise. */
export const LOCK_MS = 30_000;
export const stalledAfter = (lockMs: number) => ({
  lockDuration: lockMs,
  stalledInterval: Math.min(lockMs / 4, 5_000),
  maxStalledCount: 5,
});

export const DEFAULT_JOB_OPTIONS = {
  // Payloads may hold sealed secrets; the inbox, not the finished set, keeps repeats out.
  removeOnComplete: true,
  // The failed set is for people: kept, bounded.
  removeOnFail: { age: 30 * 24 * 3600, count: 5000 },
} as const;

/**
 * Without a listener an idle connection's error would end the process; calls on the queue reject by
 * themselves, and readiness tells.
 */
export const ignoreIdleError = (): void => undefined;
