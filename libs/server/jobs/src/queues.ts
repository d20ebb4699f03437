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
  /** Hears of settings that may cost jobs. */
  warn?: ((problem: string) => void) | undefined;
}

export function createQueueBackend(url: string, options: BackendOptions = {}): QueueBackend {
  const { lockMs = LOCK_MS, warn = () => undefined } = options;
  return url.startsWith('redis') ? redisBackend(url, lockMs, warn) : postgresBackend(url, lockMs);
}

/** Clocks may differ by this much. */
const SLACK_MS = 10_000;
/** Delayed jobs that are looked at each time, the soonest last. */
const MAX_JOBS_READ = 1000;

/**
 * BullMQ writes times by the clock of whichever process writes. While a host's clock is ahead, tries and schedules
 * are put off until a time that comes hours later once the clock is right again. What was added or last tried
 * at a time that is still to come is done now, and such schedules are deleted.
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
  /** Of the job or event. */
  name: string;
  id: string | undefined;
}

/** A job on its way into a queue, or being worked on. Its payload stays out: it may name people. */
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

/** What every job carries beside its payload. */
export interface JobEnvelope {
  payload: unknown;
  correlation_id?: string | undefined;
  /** Where in a trace the job belongs; it may be worked on much later, and by another process. */
  traceparent?: string | undefined;
}

export interface AddOptions {
  /** Same id while the job waits or runs: the second is not added. */
  jobId?: string;
  delayMs?: number;
  /** Correlation of the cause, when it is not the present one. */
  correlationId?: string | undefined;
  /** Place of the cause in its trace, when it is not the present one. */
  traceparent?: string | undefined;
}

/** Name of the queue on which a service hears of events. */
export const eventQueue = (service: string): string => `events-${service}`;

/** Where jobs are put. Queues are opened when first used. */
export class Queues {
  private readonly open = new Map<string, BackendQueue>();
  readonly backend: QueueBackend;
  /** Names of those whose jobs this process works on. */
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

  /** Removes failed jobs by what they were to do. */
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

  /** Sets right what clocks that were ahead have put off. @returns whether schedules must be added again */
  async repairSchedules(): Promise<boolean> {
    const all = [...this.workedOn].map((name) => repairSchedules(this.queue(name)));
    return (await Promise.all(all)).includes(true);
  }

  async close(): Promise<void> {
    await Promise.all([...this.open.values()].map((queue) => queue.close()));
    await this.backend.close();
  }
}
