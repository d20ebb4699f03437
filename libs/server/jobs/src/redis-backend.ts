import { Queue, Worker, type Processor, type QueueOptions } from 'bullmq';
import {
  DEFAULT_JOB_OPTIONS,
  ignoreIdleError,
  stalledAfter,
  type BackendQueue,
  type BackendWorker,
  type QueueBackend,
} from './queue-backend';
import { RedisConnection } from './redis-connection';
import { durabilityWarnings } from './redis-weaknesses';

/** Begins every key, so that a Redis can be shared with other programs. */
const PREFIX = 'tomekeeper';

/** Queues in Redis, over one connection for all queues, and one for all workers with a copy for each. */
export function redisBackend(
  url: string,
  lockMs: number,
  warn: (problem: string) => void,
): QueueBackend {
  const forQueues = RedisConnection.forQueues(url);
  let forWorkers: RedisConnection | undefined;
  forQueues.once('ready', () => {
    durabilityWarnings(forQueues).then((found) => found.forEach(warn), ignoreIdleError);
  });
  const options: QueueOptions = {
    connection: forQueues,
    prefix: PREFIX,
    defaultJobOptions: DEFAULT_JOB_OPTIONS,
    // A queue that is opened while Redis is away would wait for it, or never work again.
    skipWaitingForReady: true,
    skipVersionCheck: true,
  };
  return {
    queue: (name): BackendQueue => {
      const queue = new Queue(name, options);
      queue.on('error', ignoreIdleError);
      return queue;
    },
    worker: (name, process, settings, listeners): BackendWorker => {
      const connection = (forWorkers ??= RedisConnection.forWorkers(url));
      const { work, finished } = watched(process);
      const worker = new Worker(name, work, {
        connection,
        prefix: PREFIX,
        ...stalledAfter(lockMs),
        ...settings,
      });
      const connections = [connection, ...connection.copies.slice(-1)];
      worker.on('error', listeners.onError);
      worker.on('failed', listeners.onFailed);
      return {
        waitUntilReady: () => worker.waitUntilReady(),
        close: async () => {
          const isForced = connections.some(({ status }) => status !== 'ready');
          connection.stopComingBack();
          // It would wait for Redis to come back. What is done can't be written down: it will be repeated.
          if (isForced) await finished();
          await worker.close(isForced);
        },
      };
    },
    close: async () => {
      await Promise.all([forQueues.leave(), forWorkers?.leave()]);
    },
  };
}

/** Knows when everything at work is done. */
function watched(process: Processor): { work: Processor; finished: () => Promise<unknown> } {
  const atWork = new Set<Promise<unknown>>();
  return {
    work: (job) => {
      const running = Promise.resolve(process(job));
      atWork.add(running);
      return running.finally(() => atWork.delete(running));
    },
    finished: () => Promise.allSettled(atWork),
  };
}
