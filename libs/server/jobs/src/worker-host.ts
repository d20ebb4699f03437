import { type Job, UnrecoverableError } from 'bullmq';
import { acceptCorrelationId, withCorrelation } from '@tomekeeper/correlation';
import type { Log } from '@tomekeeper/service-kit';
import { beginTrace, parseTraceparent, runIn, traceFields } from '@tomekeeper/tracing';
import { z } from 'zod';
import { type JobHandler, retryDelay, type JobDefinition } from './job-definition';
import { messageSpan } from './queues';
import type { BackendWorker, QueueBackend } from './queue-backend';

const envelope = z.object({
  payload: z.unknown(),
  correlation_id: z.string().optional(),
  traceparent: z.string().optional(),
});
const DEFAULT_CONCURRENCY = 5;

/** Runs the workers of one process: one per queue, dispatching jobs by name. */
export class WorkerHost {
  private readonly workers: BackendWorker[] = [];
  /** Correlation id of a job's last attempt. */
  private readonly correlations = new WeakMap<Job, string>();

  constructor(
    private readonly backend: QueueBackend,
    private readonly log: Log,
  ) {}

  start(pairs: ReadonlyMap<JobDefinition, JobHandler>): void {
    const byQueue = new Map<string, [JobDefinition, JobHandler][]>();
    for (const pair of pairs) {
      const queue = byQueue.get(pair[0].queue) ?? [];
      queue.push(pair);
      byQueue.set(pair[0].queue, queue);
    }
    for (const [queue, jobs] of byQueue) this.workers.push(this.startWorker(queue, jobs));
  }

  private startWorker(queue: string, jobs: readonly [JobDefinition, JobHandler][]): BackendWorker {
    const byName = new Map(jobs.map(([job, handler]) => [job.name, { job, handler }]));
    return this.backend.worker(
      queue,
      async (job: Job) => {
        const entry = byName.get(job.name);
        if (!entry) throw new UnrecoverableError(`No handler for '${job.name}' in '${queue}'.`);
        await this.work(entry.job, entry.handler, job);
      },
      {
        concurrency: Math.max(...jobs.map(([job]) => job.concurrency ?? DEFAULT_CONCURRENCY)),
        settings: {
          backoffStrategy: (attempt, _type, _error, job) => {
            const entry = byName.get(job?.name ?? '');
            return entry ? retryDelay(entry.job.backoff, attempt) : 1000;
          },
        },
      },
      {
        onError: (error) => this.log.warn({ err: error, queue }, 'queue connection'),
        onFailed: (job, error) =>
          this.log.warn(
            {
              err: error,
              queue,
              job: job?.name,
              job_id: job?.id,
              attempt: job?.attemptsMade,
              ...this.causeOf(job),
            },
            'job failed',
          ),
      },
    );
  }

  private async work(definition: JobDefinition, handler: JobHandler, job: Job): Promise<void> {
    const outer = envelope.safeParse(job.data);
    const payload = definition.payload.safeParse(outer.data?.payload);
    // A retry cannot fix an invalid payload, so it moves to the failed set immediately.
    if (!outer.success || !payload.success)
      throw new UnrecoverableError(`The payload of '${definition.name}' has an invalid format.`);
    const attempt = job.attemptsMade + 1;
    const correlation = acceptCorrelationId(outer.data.correlation_id);
    this.correlations.set(job, correlation);
    const work = (): Promise<unknown> =>
      handler(payload.data, {
        jobId: job.id ?? '',
        attempt,
        isLastAttempt: attempt >= definition.attempts,
      });
    const span = beginTrace(
      messageSpan('process', 'consumer', {
        queue: definition.queue,
        name: definition.name,
        id: job.id,
      }),
      parseTraceparent(outer.data.traceparent),
    );
    await withCorrelation(correlation, () => (span ? runIn(span, work) : work()));
  }

  /** Log fields that connect a job with the request that added it. */
  private causeOf(job: Job | undefined): object {
    const { correlation_id: given, traceparent } = envelope.safeParse(job?.data).data ?? {};
    return {
      correlation_id: given ?? (job && this.correlations.get(job)),
      ...traceFields(parseTraceparent(traceparent)),
    };
  }

  /** Stops taking jobs and waits for running ones. */
  async close(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }
}
