import { setTimeout } from 'node:timers/promises';
import {
  createPostgresBackend,
  Queue,
  Worker,
  withBackend,
  type Job,
  type Processor,
  type QueueOptions,
  type WorkerOptions,
} from 'bullmq';
import { Redis } from 'ioredis';

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
  | 'upsertJobScheduler'
  | 'waitUntilReady'
>;
export type BackendWorker = Pick<Worker, 'close' | 'waitUntilReady'>;

/** What a worker tells about itself. */
export interface WorkerListeners {
  /** The connection to the queue has trouble; the worker goes on by itself. */
  onError: (error: Error) => void;
  /** A try of a job failed. */
  onFailed: (job: Job | undefined, error: Error) => void;
}

/** BullMQ on Redis or on PostgreSQL; the URL decides, nothing else differs. */
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
const stalled = (lockMs: number) => ({
  lockDuration: lockMs,
  stalledInterval: Math.min(lockMs / 4, 5_000),
  maxStalledCount: 5,
});
/** Every queue and worker object has a pool of its own, so each must be small. */
const POOL_SIZE = 2;

const DEFAULT_JOB_OPTIONS = {
  // Payloads may hold sealed secrets; the inbox, not the finished set, keeps repeats out.
  removeOnComplete: true,
  // The failed set is for people: kept, bounded.
  removeOnFail: { age: 30 * 24 * 3600, count: 5000 },
} as const;

/**
 * Without a listener an idle connection's error would end the process; calls on the queue reject by
 * themselves, and readiness tells.
 */
const ignoreIdleError = (): void => undefined;

export function createQueueBackend(url: string, lockMs = LOCK_MS): QueueBackend {
  return url.startsWith('redis') ? redisBackend(url, lockMs) : postgresBackend(url, lockMs);
}

/** Pause after a failed fetch; long enough to spare a struggling database, short enough to notice. */
const PAUSE_AFTER_FAILURE_MS = 1000;

/**
 * BullMQ asks again at once when fetching a job fails with anything but a refused connection, so a
 * database that is shutting down would be asked in an endless loop that starves this process. Seen with
 * 6.7.0.
 */
const calmPostgresBackend: typeof createPostgresBackend = (name, options, factoryOptions) => {
  const backend = createPostgresBackend(name, options, factoryOptions);
  const moveToActive = backend.moveToActive.bind(backend);
  backend.moveToActive = async (...parameters): Promise<unknown[]> => {
    try {
      return await moveToActive(...parameters);
    } catch (error) {
      await setTimeout(PAUSE_AFTER_FAILURE_MS, undefined, { ref: false });
      throw error;
    }
  };
  return backend;
};

function postgresBackend(url: string, lockMs: number): QueueBackend {
  const { Queue: PgQueue, Worker: PgWorker } = withBackend(calmPostgresBackend);
  const connection = () => ({
    connectionString: url,
    schema: QUEUE_SCHEMA,
    max: POOL_SIZE,
    idleTimeoutMillis: 10_000,
    connectionTimeoutMillis: 5_000,
  });
  return {
    queue: (name) => {
      const queue = new PgQueue(name, {
        connection: connection(),
        defaultJobOptions: DEFAULT_JOB_OPTIONS,
      });
      queue.on('error', ignoreIdleError);
      return queue;
    },
    worker: (name, process, settings, listeners) => {
      const worker = new PgWorker(name, process, {
        connection: connection(),
        ...stalled(lockMs),
        ...settings,
      });
      worker.on('error', listeners.onError);
      worker.on('failed', listeners.onFailed);
      return worker;
    },
    close: async () => undefined,
  };
}

function redisBackend(url: string, lockMs: number): QueueBackend {
  const shared = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: false });
  shared.on('error', ignoreIdleError);
  const options: QueueOptions = { connection: shared, defaultJobOptions: DEFAULT_JOB_OPTIONS };
  return {
    queue: (name) => {
      const queue = new Queue(name, options);
      queue.on('error', ignoreIdleError);
      return queue;
    },
    worker: (name, process, settings, listeners) => {
      const worker = new Worker(name, process, {
        connection: shared,
        ...stalled(lockMs),
        ...settings,
      });
      worker.on('error', listeners.onError);
      worker.on('failed', listeners.onFailed);
      return worker;
    },
    close: async () => {
      await shared.quit().catch(() => shared.disconnect());
    },
  };
}
