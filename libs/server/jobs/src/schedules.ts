import { setTimeout } from 'node:timers/promises';
import type { Log } from '@tomekeeper/service-kit';
import type { JobDefinition } from './job-definition';
import type { Queues } from './queues';

/** A job that runs once per interval across all processes. */
export interface Schedule {
  job: JobDefinition;
  everyMs: number;
  /** Payload of each run; default `{}`. */
  payload?: unknown;
  /**
   * Query of the service's database that returns a row while the job has work. With it, each worker process asks once per
   * interval, and adds the job only then: a run without work costs ten statements and several notifications.
   */
  due?: string;
}

const PAUSE_MS = 2_000;
/** Jobs with equal intervals run one after the other, and share a connection. */
const SPACING_MS = 1_000;

/** Registers the schedules with the queues. Retries in the background, so that a service starts without its queues. */
export class Schedules {
  private readonly stopping = new AbortController();
  private trying: Promise<void> | undefined;

  constructor(
    private readonly schedules: readonly Schedule[],
    private readonly queues: Queues,
    private readonly log: Log,
  ) {}

  async start(): Promise<void> {
    try {
      await this.register();
    } catch (error) {
      this.log.warn({ err: error }, 'schedules: will retry');
      this.trying = this.tryAgain();
    }
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.trying;
  }

  private async tryAgain(): Promise<void> {
    while (!this.stopping.signal.aborted)
      try {
        await setTimeout(PAUSE_MS, undefined, { signal: this.stopping.signal });
        return await this.register();
      } catch {
        // The first failure was logged, and readiness shows the state.
      }
  }

  private async register(): Promise<void> {
    const now = Date.now();
    for (const [index, { job, everyMs, payload }] of this.schedules.entries())
      await this.queues.queue(job.queue).upsertJobScheduler(
        job.name,
        {
          every: everyMs,
          startDate:
            now + Math.floor(index * Math.min(SPACING_MS, everyMs / this.schedules.length)),
        },
        {
          name: job.name,
          data: { payload: payload ?? {} },
          opts: { attempts: job.attempts, backoff: { type: 'custom' } },
        },
      );
  }
}
