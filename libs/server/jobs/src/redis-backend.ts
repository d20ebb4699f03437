import { type Processor, Queue, type QueueOptions, Worker } from 'bullmq';
import { withTimeout } from '@tomekeeper/service-kit';
import { Redis, type RedisOptions } from 'ioredis';
import {
  type BackendQueue,
  type BackendWorker,
  DEFAULT_JOB_OPTIONS,
  ignoreIdleError,
  type QueueBackend,
  stalledAfter,
} from './queue-backend';

/** Warnings about Redis settings that may lose jobs. */
async function durabilityWarnings(redis: Pick<Redis, 'info'>): Promise<string[]> {
  const info = await redis.info();
  const value = (name: string) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1];
  const warnings: string[] = [];
  const policy = value('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction')
    warnings.push(
      `Redis throws keys away when its memory is full (maxmemory-policy ${policy}): set noeviction, or jobs may get lost.`,
    );
  if (value('aof_enabled') === '0')
    warnings.push(
      'Redis writes no append-only file: set appendonly yes, or jobs get lost when it ends.',
    );
  return warnings;
}

const MAX_PAUSE_MS = 1_000;
/** PING interval of a connection, and timeout of the response. */
const ASK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 3_000;

const COMMON = {
  retryStrategy: (attempt) => Math.min(attempt * 50, MAX_PAUSE_MS),
  keepAlive: 10_000,
} satisfies RedisOptions;

/** Redis connection that also reconnects when it becomes unresponsive. */
export class RedisConnection extends Redis {
  /** Duplicates made by BullMQ: each worker has a blocking connection of its own. */
  readonly copies: Redis[] = [];

  /** Commands fail fast without Redis, because callers hold a transaction or wait. */
  static forQueues(url: string): RedisConnection {
    return new RedisConnection(url, { ...COMMON, commandTimeout: 5_000, maxRetriesPerRequest: 2 });
  }

  /** Workers wait indefinitely for Redis and then continue. */
  static forWorkers(url: string): RedisConnection {
    return new RedisConnection(url, { ...COMMON, maxRetriesPerRequest: null });
  }

  private constructor(url: string, options: RedisOptions) {
    super(url, options);
    this.on('error', ignoreIdleError);
    const timer = setInterval(() => void this.renewIfSilent(), ASK_EVERY_MS).unref();
    this.once('end', () => clearInterval(timer));
  }

  override duplicate(options?: Partial<RedisOptions>): Redis {
    const copy = super.duplicate(options);
    this.copies.push(copy);
    return copy;
  }

  /** Disables reconnecting; pending commands are rejected. */
  stopComingBack(): void {
    for (const { options } of [this, ...this.copies]) options.retryStrategy = () => null;
  }

  /** Sends QUIT if connected. */
  async leave(): Promise<void> {
    this.stopComingBack();
    if (this.status === 'ready') await this.quit().catch(ignoreIdleError);
    this.disconnect();
  }

  /** Without this check, a silently vanished server would be noticed only after TCP's timeout of 15 minutes. */
  private async renewIfSilent(): Promise<void> {
    if (this.status !== 'ready') return;
    const answer = this.ping().catch(() => undefined);
    const isSilent = await withTimeout(answer, ANSWER_WITHIN_MS).then(
      () => false,
      () => true,
    );
    if (isSilent && this.status === 'ready') this.disconnect(true);
  }
}

/** Prefix of all keys, so that Redis can be shared with other programs. */
const PREFIX = 'tomekeeper';

/** Queues in Redis, with one connection for all queues and one for all workers plus a duplicate per worker. */
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
    // Otherwise a queue opened during a Redis outage would block or never work.
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
          // Otherwise closing would wait for Redis. Completed work cannot be acknowledged and will be repeated.
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

/** Tracks running jobs. */
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
