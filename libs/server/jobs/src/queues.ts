import { correlationId, traceContext } from '@tomekeeper/correlation';
import { beginSpan, formatTraceparent, parseTraceparent, runIn } from '@tomekeeper/tracing';
import { repairSchedules } from './schedule-repair';
import type { JobDefinition } from './job-definition';
import { messageSpan } from './message-span';
import { createQueueBackend, type BackendOptions } from './create-queue-backend';
import type { BackendQueue, QueueBackend } from './queue-backend';

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
