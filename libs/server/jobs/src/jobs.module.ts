import {
  type BeforeApplicationShutdown,
  type DynamicModule,
  Global,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { type Log, Metrics, Readiness } from '@tomekeeper/service-kit';
import { type JobDefinition, pairJobs } from './job-definition';
import type { BackendQueue } from './queue-backend';
import { Queues } from './queues';
import { type Schedule, Schedules } from './schedules';
import { WorkerHost } from './worker-host';

/** Metrics of this process's queues: job counts and age of the oldest waiting job. */
export function measureQueues(metrics: Metrics, queues: Queues): void {
  const ofEach = <Result>(look: (queue: BackendQueue) => Promise<Result>) =>
    Promise.all([...queues.workedOn].map((name) => look(queues.queue(name))));
  metrics.measure({
    name: 'queue_jobs',
    help: 'Jobs of a queue by state; failed ones wait for people.',
    labelNames: ['queue', 'state'],
    read: async () => {
      const perQueue = await ofEach(async (queue) => {
        const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
        return Object.entries(counts).map(([state, value]) => ({
          labels: { queue: queue.name, state },
          value,
        }));
      });
      return perQueue.flat();
    },
  });
  metrics.measure({
    name: 'queue_oldest_waiting_seconds',
    help: 'Time since the oldest waiting job was added; 0 where none waits.',
    labelNames: ['queue'],
    read: () =>
      ofEach(async (queue) => ({
        labels: { queue: queue.name },
        value: await oldestWaiting(queue),
      })),
  });
}

/** Seconds since the oldest waiting job was added; 0 if none waits. */
export async function oldestWaiting(queue: BackendQueue): Promise<number> {
  const { waiting = 0 } = await queue.getJobCounts('waiting');
  if (waiting === 0) return 0;
  // The two backends order queues differently, so check both ends.
  const ends = await Promise.all(
    [0, waiting - 1].map((place) => queue.getJobs(['waiting'], place, place, true)),
  );
  return Math.max(0, ...ends.flat().map(({ timestamp }) => (Date.now() - timestamp) / 1000));
}

export interface JobsOptions {
  queueUrl: string;
  /** Time without a worker's heartbeat after which its jobs are reassigned. */
  lockMs?: number | undefined;
  /** Whether this process runs workers or only adds jobs. */
  hostWorker: boolean;
  jobs: readonly JobDefinition[];
  schedules?: readonly Schedule[];
  log: Log;
}

const CHECK_TIMES_MS = 60_000;

export const JOBS_OPTIONS = Symbol('jobs options');

/** Maps jobs to handlers at boot, and runs the workers if `hostWorker` is set. */
@Injectable()
class JobsLifecycle
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly host: WorkerHost;
  private readonly schedules: Schedules;
  private clock: NodeJS.Timeout | undefined;

  constructor(
    @Inject(JOBS_OPTIONS) private readonly options: JobsOptions,
    private readonly queues: Queues,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    readiness: Readiness,
    metrics: Metrics,
  ) {
    this.host = new WorkerHost(queues.backend, options.log);
    const schedules = options.schedules?.filter(({ due }) => due === undefined) ?? [];
    this.schedules = new Schedules(schedules, queues, options.log);
    // Only monitored: requests are accepted without the queue, and their events wait in the outbox.
    readiness.watch('queue', () => queues.queue('readiness').getJobCounts('active'));
    if (options.hostWorker) measureQueues(metrics, queues);
  }

  async onApplicationBootstrap(): Promise<void> {
    const pairs = pairJobs(this.options.jobs, this.discovery, this.scanner, new Reflector());
    if (!this.options.hostWorker) return;
    for (const { queue } of pairs.keys()) this.queues.workedOn.add(queue);
    await this.schedules.start();
    this.host.start(pairs);
    this.clock = setInterval(() => void this.checkTimes(), CHECK_TIMES_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.clock);
    await Promise.all([this.schedules.stop(), this.host.close()]);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.queues.close();
  }

  private async checkTimes(): Promise<void> {
    try {
      if (await this.queues.repairSchedules()) await this.schedules.start();
    } catch {
      // The queue is unreachable, which readiness shows; the next run repairs the schedules.
    }
  }
}

@Global()
@Module({})
export class JobsModule {
  static forRoot(options: JobsOptions): DynamicModule {
    return {
      module: JobsModule,
      imports: [DiscoveryModule],
      providers: [
        { provide: JOBS_OPTIONS, useValue: options },
        {
          provide: Queues,
          useFactory: () =>
            new Queues(options.queueUrl, {
              lockMs: options.lockMs,
              warn: (problem) => options.log.warn(problem),
            }),
        },
        JobsLifecycle,
      ],
      exports: [Queues, JOBS_OPTIONS, DiscoveryModule],
    };
  }
}
