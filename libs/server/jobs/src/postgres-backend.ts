import { setTimeout } from 'node:timers/promises';
import { createPostgresBackend, type Processor, withBackend } from 'bullmq';
import { Pool } from 'pg';
import { PostgresQueueListener } from './postgres-queue-listener';
import {
  DEFAULT_JOB_OPTIONS,
  ignoreIdleError,
  QUEUE_SCHEMA,
  stalledAfter,
  type QueueBackend,
} from './queue-backend';

/** Connections for the statements of all queues and workers of a process, which are short. */
const POOL_SIZE = 5;
const QUERY_TIMEOUT_MS = 10_000;
/** Longer than the pause between two runs of the most frequent schedules, so that they reuse one connection. */
const IDLE_MS = 20_000;

/** Seconds until a worker looks for jobs unprompted; the listener's check finds jobs whose notification was lost much earlier. */
const DRAIN_DELAY_S = 300;

/** Pause after a failed fetch; long enough to spare a struggling database, short enough to recover quickly. */
const PAUSE_AFTER_FAILURE_MS = 1000;

/**
 * BullMQ checks a queue for stalled jobs unless another process did so within this interval, by that process's clock; a clock
 * that is hours ahead would block all others. With a negative interval each worker checks at its own rate and takes only jobs
 * whose lock has expired.
 */
const SEARCH_ALWAYS = { stalledInterval: Number.MIN_SAFE_INTEGER };

/** BullMQ's backend with fixes for three bugs of 6.7.0, and with one listener for all workers: see ADR 0006. */
const patchedBackend =
  (listener: PostgresQueueListener): typeof createPostgresBackend =>
  (name, options, factoryOptions) => {
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
    connection.getListenClient = () => Promise.resolve(listener);
    connection.setListenClientName = () => Promise.resolve();
    if (factoryOptions?.withBlockingConnection)
      listener.add(name, () => backend.moveStalledJobsToWait());
    return backend;
  };

/** Renews the lock of each running job. BullMQ's own renewal also wakes workers without jobs. */
const renewingLock =
  (process: Processor, lockMs: number): Processor =>
  async (job, token = '') => {
    const renew = (): void => void job.extendLock(token, lockMs).catch(ignoreIdleError);
    const renewal = setInterval(renew, lockMs / 4).unref();
    try {
      return (await process(job, token)) as unknown;
    } finally {
      clearInterval(renewal);
    }
  };

/** Queues in tables of a PostgreSQL database. */
export function postgresBackend(url: string, lockMs: number): QueueBackend {
  const { stalledInterval, ...stalled } = stalledAfter(lockMs);
  const listener = new PostgresQueueListener(url, stalledInterval);
  const { Queue: PgQueue, Worker: PgWorker } = withBackend(patchedBackend(listener));
  const connection = new Pool({
    connectionString: url,
    options: `-c search_path=${QUEUE_SCHEMA}`,
    max: POOL_SIZE,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: 5_000,
    // Without it, a silently dropped connection would block its callers for 15 minutes.
    query_timeout: QUERY_TIMEOUT_MS,
    keepAlive: true,
  });
  // Every queue and worker adds a listener.
  connection.setMaxListeners(0);
  connection.on('error', ignoreIdleError);
  // BullMQ checks out connections without a listener, so losing one would terminate the process.
  connection.on('connect', (client) => void client.on('error', ignoreIdleError));
  return {
    queue: (name) => {
      const queue = new PgQueue(name, { connection, defaultJobOptions: DEFAULT_JOB_OPTIONS });
      queue.on('error', ignoreIdleError);
      return queue;
    },
    worker: (name, process, settings, listeners) => {
      const worker = new PgWorker(name, renewingLock(process, lockMs), {
        connection,
        ...stalled,
        drainDelay: DRAIN_DELAY_S,
        skipStalledCheck: true,
        skipLockRenewal: true,
        ...settings,
      });
      worker.on('error', listeners.onError);
      worker.on('failed', listeners.onFailed);
      return worker;
    },
    close: async () => {
      await Promise.all([listener.close(), connection.end()]);
    },
  };
}
