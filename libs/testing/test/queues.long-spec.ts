import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { PermanentFailure, Queues } from '@tomekeeper/jobs';
import { Readiness } from '@tomekeeper/service-kit';
import {
  createDatabase,
  describeOnEveryQueue,
  eventually,
  settles,
  startSwitchableLink,
  type SwitchableLink,
  type TestDatabase,
} from '../src';
import { testJob, TestJobs, QUEUE, startWorkers, TICKS_EVERY_MS } from './test-jobs';

describeOnEveryQueue('a queue', (queueUrl) => {
  let database: TestDatabase;
  let link: SwitchableLink;
  let url: string;
  let app: NestFastifyApplication;
  let testJobs: TestJobs;
  let queues: Queues;

  beforeAll(async () => {
    database = await createDatabase('campaign');
    url = queueUrl(database);
    link = await startSwitchableLink(url);
    app = await startWorkers(link.url);
    testJobs = app.get(TestJobs);
    queues = app.get(Queues);
  });
  afterAll(async () => {
    await app?.close();
    await link?.stop();
    await database?.drop();
  });

  const add = (name: string, options?: Parameters<Queues['add']>[4]) =>
    queues.add(QUEUE, testJob.name, { name }, testJob, options);
  const doneOf = (wanted: string) => testJobs.done.filter(({ name }) => name === wanted);
  const settled = (name: string) => settles(() => expect(doneOf(name)).toHaveLength(1));
  const isEmpty = () =>
    settles(async () => {
      const counts = await queues.queue(QUEUE).getJobCounts('waiting', 'delayed', 'active');
      expect(counts).toEqual({ waiting: 0, delayed: 0, active: 0 });
    });

  it('delays a job for the requested time', async () => {
    await add('later', { delayMs: 600_000, jobId: 'later' });
    await add('soon', { delayMs: 300, jobId: 'soon' });
    const { delayed } = await queues.queue(QUEUE).getJobCounts('delayed');
    expect(delayed).toBeGreaterThan(0);
    await settled('soon');
    expect(doneOf('later')).toHaveLength(0);
    await (await queues.queue(QUEUE).getJob('later'))?.remove();
  });

  it('takes a job once while one of its id waits or is worked on', async () => {
    let finish: (() => void) | undefined;
    testJobs.troubles.set('once', () => new Promise<void>((resolve) => (finish = resolve)));
    for (let at = 0; at < 3; at++) await add('once', { jobId: 'once' });
    await settles(() => expect(finish).toBeDefined());
    await add('once', { jobId: 'once' });
    const counts = await queues.queue(QUEUE).getJobCounts('waiting', 'active');
    expect(counts).toEqual({ waiting: 0, active: 1 });
    testJobs.troubles.clear();
    finish?.();
    await settled('once');
    await isEmpty();
    expect(doneOf('once')).toHaveLength(1);
  });

  it('does not retry permanent failures', async () => {
    let tries = 0;
    testJobs.troubles.set('hopeless', () => {
      tries += 1;
      throw new PermanentFailure('never');
    });
    await add('hopeless', { jobId: 'hopeless' });
    const failed = await eventually(async () => (await queues.queue(QUEUE).getFailed())[0]);
    expect(failed).toMatchObject({ id: 'hopeless', failedReason: 'never', attemptsMade: 1 });
    await add('hopeless', { jobId: 'hopeless' });
    expect(tries).toBe(1);
    testJobs.troubles.clear();
    await failed.retry();
    await settled('hopeless');
  });

  it('resumes after a lost connection', async () => {
    let finish: (() => void) | undefined;
    testJobs.troubles.set('under way', () => new Promise<void>((resolve) => (finish = resolve)));
    await add('under way');
    await settles(() => expect(finish).toBeDefined());
    link.cut();
    await settles(async () =>
      expect(await app.get(Readiness).check()).toEqual({
        ready: true,
        parts: { queue: 'unavailable' },
      }),
    );
    await expect(add('refused')).rejects.toThrow(
      /ECONN|onnection (is )?(terminated|closed)|max retries/,
    );
    testJobs.troubles.clear();
    finish?.();
    link.mend();
    await settles(() => add('back', { jobId: 'back' }));
    await settled('back');
    // The job may have run twice, because its completion could not be stored, but it is neither lost nor
    // stuck.
    await isEmpty();
    expect(doneOf('under way').length).toBeGreaterThan(0);
    await settles(async () =>
      expect(await app.get(Readiness).check()).toMatchObject({ ready: true }),
    );
  });

  it('gives a job to another worker when its own is not heard of any more', async () => {
    await app.close();
    const lostLink = await startSwitchableLink(url);
    const lost = await startWorkers(lostLink.url);
    let finish: (() => void) | undefined;
    lost
      .get(TestJobs)
      .troubles.set('orphan', () => new Promise<void>((resolve) => (finish = resolve)));
    await lost.get(Queues).add(QUEUE, testJob.name, { name: 'orphan' }, testJob);
    await settles(() => expect(finish).toBeDefined());
    lostLink.cut();

    app = await startWorkers(url);
    testJobs = app.get(TestJobs);
    queues = app.get(Queues);
    await settled('orphan');
    await isEmpty();

    // Nothing waits for a queue that is away when a process stops, except for a running job.
    const closed = lost.close();
    finish?.();
    await closed;
    expect(lost.get(TestJobs).done).toHaveLength(1);
    await lostLink.stop();
  });

  it('runs a scheduled job once per interval regardless of the number of processes', async () => {
    const more = [await startWorkers(url, true), await startWorkers(url, true)];
    const all = () =>
      [app, ...more].flatMap((each) => each.get(TestJobs).ticks).map((id) => id.split(':').at(-1));
    await settles(() => expect(all().length).toBeGreaterThanOrEqual(3));
    const times = all().map(Number);
    expect(new Set(times.map((time) => Math.floor(time / TICKS_EVERY_MS))).size).toBe(times.length);
    await Promise.all(more.map((each) => each.close()));
  });
});
