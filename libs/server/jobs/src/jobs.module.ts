import {
  Global,
  Inject,
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { Metrics, Readiness, type Log } from '@tomekeeper/service-kit';
import { pairJobs } from './handlers';
import type { JobDefinition } from './job-definition';
import { measureQueues } from './queue-measurements';
import { Queues } from './queues';
import { Schedules, type Schedule } from './schedules';
import { WorkerHost } from './worker-host';

export interface JobsOptions {
  queueUrl: string;
  /** How long a worker may be silent before its jobs are given to another one. */
  lockMs?: number | undefined;
  /** Whether this process works on jobs, or only adds them. */
  hostWorker: boolean;
  jobs: readonly JobDefinition[];
  schedules?: readonly Schedule[];
  log: Log;
}

const CHECK_TIMES_MS = 30_000;

export const JOBS_OPTIONS = Symbol('jobs options');

/** Pairs jobs with handlers at boot, and runs the workers if `hostWorker` is set. */
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
    this.schedules = new Schedules(options.schedules ?? [], queues, options.log);
    // Only watched: calls are accepted without the queue, and their events wait in the outbox.
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
