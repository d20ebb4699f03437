import { Injectable, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { defineJob, HandlesJob, JobsModule, type JobContext } from '@tomekeeper/jobs';
import { createApp, createLog } from '@tomekeeper/service-kit';
import { z } from 'zod';

export const QUEUE = 'test-jobs';
export const testJob = defineJob({
  name: 'chore',
  queue: QUEUE,
  payload: z.object({ name: z.string() }),
  attempts: 5,
  backoff: { type: 'exponential', delayMs: 20, maxDelayMs: 50 },
});
/** Its second try comes late enough for a test to look at it before. */
export const slowJob = defineJob({
  ...testJob,
  name: 'slow-chore',
  backoff: { type: 'exponential', delayMs: 5_000, maxDelayMs: 5_000 },
});
export const tick = defineJob({
  name: 'tick',
  queue: 'test-ticks',
  payload: z.object({}),
  attempts: 1,
  backoff: testJob.backoff,
});
export const TICKS_EVERY_MS = 500;
export const LOCK_MS = 2_000;
const log = createLog('test', 'silent');

/** Records the jobs that it processes. */
@Injectable()
export class TestJobs {
  readonly done: { name: string; context: JobContext }[] = [];
  readonly ticks: string[] = [];
  /** Called by jobs of that name instead of finishing. */
  readonly troubles = new Map<string, () => unknown>();

  @HandlesJob(testJob)
  async work({ name }: { name: string }, context: JobContext): Promise<void> {
    await this.troubles.get(name)?.();
    this.done.push({ name, context });
  }
  @HandlesJob(tick)
  async tick(_payload: object, { jobId }: JobContext): Promise<void> {
    this.ticks.push(jobId);
  }
}

@Injectable()
class SlowJobs {
  constructor(private readonly testJobs: TestJobs) {}

  @HandlesJob(slowJob)
  work(payload: { name: string }, context: JobContext): Promise<void> {
    return this.testJobs.work(payload, context);
  }
}

/** A process that adds jobs and works on them. */
export async function startWorkers(
  queueUrl: string,
  schedules = false,
): Promise<NestFastifyApplication> {
  @Module({
    imports: [
      JobsModule.forRoot({
        queueUrl,
        lockMs: LOCK_MS,
        hostWorker: true,
        jobs: [testJob, slowJob, tick],
        schedules: schedules ? [{ job: tick, everyMs: TICKS_EVERY_MS }] : [],
        log,
      }),
    ],
    providers: [TestJobs, SlowJobs],
  })
  class TestModule {}
  const app = await createApp({ module: TestModule, log });
  await app.init();
  return app;
}
