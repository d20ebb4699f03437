import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Queues } from '@tomekeeper/jobs';
import { setTimeout } from 'node:timers/promises';
import { createDatabase, settles, startSwitchableLink, type TestDatabase } from '../src';
import {
  LOCK_MS,
  testJob,
  TestJobs,
  QUEUE,
  slowJob,
  startWorkers,
  tick,
  TICKS_EVERY_MS,
} from './test-jobs';

const HOURS_AHEAD = 3 * 3_600_000;

/** State left by a process whose clock was hours ahead. */
describe('queues after a clock was ahead', () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;
  let queues: Queues;

  beforeAll(async () => {
    database = await createDatabase('campaign');
    // Without schedules: a job scheduled while the clock is ahead would correctly be deleted.
    app = await startWorkers(database.queueUrl);
    queues = app.get(Queues);
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  const done = (name: string) => app.get(TestJobs).done.filter((one) => one.name === name);
  const later = (name: string, delayMs: number) =>
    queues.add(QUEUE, testJob.name, { name }, testJob, { jobId: name, delayMs });

  async function withClockAhead(work: () => Promise<unknown>): Promise<void> {
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + HOURS_AHEAD);
    await work().finally(() => clock.mockRestore());
  }

  it('run jobs that were postponed until then, and keep delayed jobs waiting', async () => {
    // Longer than the clock is ahead: a worker that looks meanwhile would rightly begin it.
    await later('to wait', 2 * HOURS_AHEAD);
    await withClockAhead(() => later('put off', 500));
    expect(await queues.repairSchedules()).toBe(false);
    await settles(() => expect(done('put off')).toHaveLength(1));
    expect(done('to wait')).toHaveLength(0);
    await (await queues.queue(QUEUE).getJob('to wait'))?.remove();
  });

  it('retry jobs that failed then', async () => {
    let tries = 0;
    app.get(TestJobs).troubles.set('failing', () => {
      if (++tries === 1) throw new Error('The first try fails.');
    });
    await withClockAhead(async () => {
      await queues.add(QUEUE, slowJob.name, { name: 'failing' }, slowJob, { jobId: 'failing' });
      await settles(async () =>
        expect(await (await queues.queue(QUEUE).getJob('failing'))?.getState()).toBe('delayed'),
      );
    });
    await settles(async () => {
      await queues.repairSchedules();
      expect(done('failing')).toHaveLength(1);
    });
  });

  it('find the job of a worker that is not heard of any more', async () => {
    // A check for stalled jobs runs at a future time.
    await withClockAhead(() => setTimeout(2 * LOCK_MS));
    await app.close();
    const lostLink = await startSwitchableLink(database.queueUrl);
    const lost = await startWorkers(lostLink.url);
    let finish: (() => void) | undefined;
    const stuck = new Promise<void>((resolve) => (finish = resolve));
    const isTaken = new Promise<void>((taken) => {
      lost.get(TestJobs).troubles.set('orphan', () => {
        taken();
        return stuck;
      });
    });
    await lost.get(Queues).add(QUEUE, testJob.name, { name: 'orphan' }, testJob);
    await isTaken;
    lostLink.cut();

    app = await startWorkers(database.queueUrl, true);
    queues = app.get(Queues);
    await settles(() => expect(done('orphan')).toHaveLength(1));
    const closed = lost.close();
    finish?.();
    await closed;
    await lostLink.stop();
  });

  it('tell when a schedule was deleted, so that it is added again', async () => {
    const queue = queues.queue(tick.queue);
    await queue.removeJobScheduler(tick.name);
    const data = { name: tick.name, data: { payload: {} } };
    const every = TICKS_EVERY_MS + 100;
    await withClockAhead(() => queue.upsertJobScheduler(tick.name, { every }, data));
    await settles(async () => expect(await queues.repairSchedules()).toBe(true));
    expect(await queues.repairSchedules()).toBe(false);
  });
});
