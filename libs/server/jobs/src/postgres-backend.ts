import { setTimeout } from 'node:timers/promises';
import { createPostgresBackend, withBackend } from 'bullmq';
import {
  DEFAULT_JOB_OPTIONS,
  ignoreIdleError,
  QUEUE_SCHEMA,
  stalledAfter,
  type QueueBackend,
} from './queue-backend';

/** Every queue and worker object has a pool of its own, so each must be small. */
const POOL_SIZE = 2;

/** Pause after a failed fetch; long enough to spare a struggling database, short enough to notice. */
const PAUSE_AFTER_FAILURE_MS = 1000;

/**
 * A queue is searched for dead workers' jobs unless somebody has searched it this long ago, by the clock of that
 * process. One whose clock was hours ahead would keep all others from searching until then; with an interval below
 * zero each worker searches as often as it asks to, and takes only jobs whose lock has run out.
 */
const SEARCH_ALWAYS = { stalledInterval: Number.MIN_SAFE_INTEGER };

/** BullMQ's backend with three mistakes of 6.7.0 mended: see ADR 0006. */
const patchedBackend: typeof createPostgresBackend = (name, options, factoryOptions) => {
  const backend = createPostgresBackend(name, { ...options, ...SEARCH_ALWAYS }, factoryOptions);
  // It asks again at once when fetching a job fails with anything but a refused connection, so a database
  // that is shutting down would be polled in an endless loop that starves this process.
  const moveToActive = backend.moveToActive.bind(backend);
  backend.moveToActive = async (...parameters): Promise<unknown[]> => {
    try {
      return await moveToActive(...parameters);
    } catch (error) {
      await setTimeout(PAUSE_AFTER_FAILURE_MS, undefined, { ref: false });
      throw error;
    }
  };
  // It remembers for good that the first attempt to connect failed, so a queue or worker that began during
  // an outage would never work.
  const { connection } = backend;
  const waitUntilReady = connection.waitUntilReady.bind(connection);
  connection.waitUntilReady = async (): Promise<void> => {
    try {
      await waitUntilReady();
    } catch (error) {
      Reflect.set(connection, 'readyPromise', undefined);
      throw error;
    }
  };
  return backend;
};

/** Queues in tables of a PostgreSQL database. */
export function postgresBackend(url: string, lockMs: number): QueueBackend {
  const { Queue: PgQueue, Worker: PgWorker } = withBackend(patchedBackend);
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
        ...stalledAfter(lockMs),
        ...settings,
      });
      worker.on('error', listeners.onError);
      worker.on('failed', listeners.onFailed);
      return worker;
    },
    close: () => Promise.resolve(),
  };
}
