import { correlationId, traceContext } from '@tomekeeper/correlation';
import {
  beginSpan,
  formatTraceparent,
  parseTraceparent,
  runIn,
  type SpanDescription,
} from '@tomekeeper/tracing';
import type { JobDefinition } from './job-definition';
import { postgresBackend } from './postgres-backend';
import { type BackendQueue, LOCK_MS, type QueueBackend } from './queue-backend';
import { redisBackend } from './redis-backend';

export interface BackendOptions {
  lockMs?: number | undefined;
  /** Receives warnings about settings that may lose jobs. */
  warn?: ((problem: string) => void) | undefined;
}

export function createQueueBackend(url: string, options: BackendOptions = {}): QueueBackend {
  const { lockMs = LOCK_MS, warn = () => undefined } = options;
  return url.startsWith('redis') ? redisBackend(url, lockMs, warn) : postgresBackend(url, lockMs);
}

/** Tolerated clock skew. */
const SLACK_MS = 10_000;
/** Maximum delayed jobs checked per run, latest first. */
const MAX_JOBS_READ = 1000;

/**
 * Repairs delays after clock errors. BullMQ stores times by the writing process's clock; while a host's clock is ahead, retries
 * and schedules are delayed by the same amount. Jobs added or last attempted in the future run now, and such schedules are
 * deleted.
 * @returns whether schedules were deleted and must be added again
 */
export async function repairSchedules(queue: BackendQueue): Promise<boolean> {
  const latest = Date.now() + SLACK_MS;
  for (const job of await queue.getJobs('delayed', 0, MAX_JOBS_READ - 1)) {
    const isOfSchedule = job.repeatJobKey !== undefined;
    if (!isOfSchedule && (job.processedOn ?? job.timestamp) > latest) await job.promote();
  }
  let isDeleted = false;
  for (const { key, next = 0, every = 0 } of await queue.getJobSchedulers())
    if (next > latest + every) isDeleted = (await queue.removeJobScheduler(key)) || isDeleted;
  return isDeleted;
}

interface Message {
  queue: string;
  /** Name of the job or event. */
  name: string;
  id: string | undefined;
}

/** Span of a job being added or processed. Excludes the payload, which may contain personal data. */
export function messageSpan(
  operation: 'send' | 'process',
  kind: 'producer' | 'consumer',
  { queue, name, id }: Message,
): SpanDescription {
  return {
    name: `${operation} ${name}`,
    kind,
    attributes: {
      'messaging.system': 'bullmq',
      'messaging.operation.name': operation,
      'messaging.operation.type': operation,
      'messaging.destination.name': queue,
      ...(id ? { 'messaging.message.id': id } : {}),
    },
  };
}

/** Data of every job in addition to its payload. */
export interface JobEnvelope {
  payload: unknown;
  correlation_id?: string | undefined;
  /** Trace position; the job may run much later and in another process. */
  traceparent?: string | undefined;
}

export interface AddOptions {
  /** Deduplication id: while a job with this id waits or runs, another is not added. */
  jobId?: string;
  delayMs?: number;
  /** Correlation id of the cause; defaults to the current one. */
  correlationId?: string | undefined;
  /** Trace position of the cause; defaults to the current one. */
  traceparent?: string | undefined;
}

/** Name of a service's event queue. */
export const eventQueue = (service: string): string => `events-${service}`;

/** Adds jobs to queues, which are opened on first use. */
export class Queues {
  private readonly open = new Map<string, BackendQueue>();
  readonly backend: QueueBackend;
  /** Names of queues that this process works on. */
  readonly workedOn = new Set<string>();

  constructor(url: string, options?: BackendOptions) {
    this.backend = createQueueBackend(url, options);
  }

  async add(
    queue: string,
    name: string,
    payload: unknown,
    retry: Pick<JobDefinition, 'attempts' | 'backoff'>,
    options: AddOptions = {},
  ): Promise<void> {
    const cause = parseTraceparent(options.traceparent) ?? traceContext();
    const span = beginSpan(
      messageSpan('send', 'producer', { queue, name, id: options.jobId }),
      cause,
    );
    const trace = span?.context ?? cause;
    const envelope: JobEnvelope = {
      payload,
      correlation_id: options.correlationId ?? correlationId(),
      traceparent: trace && formatTraceparent(trace),
    };
    const adding = async (): Promise<void> => {
      await this.queue(queue).add(name, envelope, {
        attempts: retry.attempts,
        // The worker computes the delay: see retryDelay.
        backoff: { type: 'custom' },
        ...(options.jobId ? { jobId: options.jobId } : {}),
        ...(options.delayMs ? { delay: options.delayMs } : {}),
      });
    };
    await (span ? runIn(span, adding) : adding());
  }

  /** Removes failed jobs that match by payload. */
  async removeFailed<Payload>(
    { queue, payload }: JobDefinition<Payload>,
    isToBeRemoved: (payload: Payload) => boolean,
  ): Promise<void> {
    for (const job of await this.queue(queue).getFailed()) {
      const { data } = payload.safeParse((job.data as Partial<JobEnvelope>).payload);
      if (data !== undefined && isToBeRemoved(data)) await job.remove();
    }
  }

  queue(name: string): BackendQueue {
    let queue = this.open.get(name);
    if (!queue) {
      queue = this.backend.queue(name);
      this.open.set(name, queue);
    }
    return queue;
  }

  /**
   * Repairs delays after clock errors in all queues.
   * @returns whether schedules must be added again
   */
  async repairSchedules(): Promise<boolean> {
    let isDeleted = false;
    // Sequential, so that one connection suffices.
    for (const name of this.workedOn)
      isDeleted = (await repairSchedules(this.queue(name))) || isDeleted;
    return isDeleted;
  }

  async close(): Promise<void> {
    await Promise.all([...this.open.values()].map((queue) => queue.close()));
    await this.backend.close();
  }
}
