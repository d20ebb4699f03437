import { setTimeout } from 'node:timers/promises';
import { createPostgresBackend, withBackend } from 'bullmq';
import {
  DEFAULT_JOB_OPTIONS,
  ignoreIdleError,
  QUEUE_SCHEMA,
  stalledAfter,
  type QueueBackend,
} from './queue-backend';

/** Every queue and worker object has its own pool, so pools must be small. */
const POOL_SIZE = 2;

/**
 * Longer than workers pause between their statements: otherwise each of them opens a connection every ten seconds, which costs
 * more than the statements.
 */
const IDLE_MS = 60_000;

/** Pause after a failed fetch; long enough to spare a struggling database, short enough to recover quickly. */
const PAUSE_AFTER_FAILURE_MS = 1000;

/**
 * BullMQ checks a queue for stalled jobs unless another process did so within this interval, by that process's clock; a clock
 * that is hours ahead would block all others. With a negative interval each worker checks at its own rate and takes only jobs
 * whose lock has expired.
 */
const SEARCH_ALWAYS = { stalledInterval: Number.MIN_SAFE_INTEGER };

/** BullMQ's backend with fixes for three bugs of 6.7.0: see ADR 0006. */
const patchedBackend: typeof createPostgresBackend = (name, options, factoryOptions) => {
  const backend = createPostgresBackend(name, { ...options, ...SEARCH_ALWAYS }, factoryOptions);
  // BullMQ retries immediately if fetching a job fails with any error but a refused connection, so a database that is shutting
  // down would cause a busy loop that starves this process.
  const moveToActive = backend.moveToActive.bind(backend);
  backend.moveToActive = async (...parameters): Promise<unknown[]> => {
    try {
      return await moveToActive(...parameters);
    } catch (error) {
      await setTimeout(PAUSE_AFTER_FAILURE_MS, undefined, { ref: false });
      throw error;
    }
  };
  // BullMQ remembers permanently that the first connection attempt failed, so a queue or worker created during an outage would
  // never work.
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
    idleTimeoutMillis: IDLE_MS,
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
