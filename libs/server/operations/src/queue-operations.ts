import {
  MAX_FAILED_SHOWN,
  MAX_RETRIED_AT_ONCE,
  OPERATIONS_CODES,
  type FailedJobs,
  type QueueState,
  type RetriedJobs,
} from '@tomekeeper/contracts-operations';
import { oldestWaiting, type Queues } from '@tomekeeper/jobs';
import { DomainError } from '@tomekeeper/service-kit';
import { reasonWords } from './reason-words';

type Job = Awaited<ReturnType<ReturnType<Queues['queue']>['getFailed']>>[number];

const AT_ONCE = 50;

/** Queue states of a service, and operations on failed jobs. */
export class QueueOperations {
  constructor(
    private readonly queues: Queues,
    private readonly names: readonly string[],
  ) {}

  states(): Promise<QueueState[]> {
    return Promise.all(this.names.map((name) => this.state(name)));
  }

  async failed(name: string): Promise<FailedJobs> {
    const queue = this.queue(name);
    const { failed: total = 0 } = await queue.getJobCounts('failed');
    const jobs = await queue.getFailed(0, MAX_FAILED_SHOWN - 1);
    const newestFirst = jobs.sort((one, other) => failedAt(other) - failedAt(one));
    return { total, jobs: newestFirst.map(shown) };
  }

  /**
   * Retries a failed job with all its attempts.
   * @throws {DomainError} if it is not in the failed set
   */
  async retry(name: string, id: string): Promise<void> {
    const job = await this.queue(name).getJob(id);
    if (!job || !(await retried(job))) throw notFailed();
  }

  async retryAll(name: string): Promise<RetriedJobs> {
    const queue = this.queue(name);
    // Fetched once, so that jobs that fail again meanwhile are not retried twice.
    const jobs = await queue.getFailed(0, MAX_RETRIED_AT_ONCE - 1);
    let done = 0;
    for (let at = 0; at < jobs.length; at += AT_ONCE) {
      const outcomes = await Promise.all(jobs.slice(at, at + AT_ONCE).map(retried));
      done += outcomes.filter(Boolean).length;
    }
    const { failed: left = 0 } = await queue.getJobCounts('failed');
    return { retried: done, left };
  }

  private async state(name: string): Promise<QueueState> {
    const queue = this.queues.queue(name);
    const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
    return {
      name,
      waiting,
      active,
      delayed,
      failed,
      oldest_waiting_seconds: Math.round(await oldestWaiting(queue)),
    };
  }

  private queue(name: string) {
    if (!this.names.includes(name))
      throw new DomainError(
        'not-found',
        OPERATIONS_CODES.unknownQueue,
        'This service has no queue of that name.',
      );
    return this.queues.queue(name);
  }
}

/** @returns false if a concurrent call was faster or the job no longer exists */
async function retried(job: Job): Promise<boolean> {
  try {
    await job.retry('failed', { resetAttemptsMade: true });
    return true;
  } catch (error) {
    if (await job.isFailed()) throw error;
    return false;
  }
}

const failedAt = ({ finishedOn, timestamp }: Job): number => finishedOn ?? timestamp;

const shown = (job: Job) => ({
  id: job.id ?? '',
  name: job.name,
  attempts: job.attemptsMade,
  failed_at: new Date(failedAt(job)).toISOString(),
  reason: reasonWords(job.failedReason),
});

const notFailed = () =>
  new DomainError(
    'not-found',
    OPERATIONS_CODES.jobNotFailed,
    'This job is no longer in the failed set: it was retried or removed.',
  );
