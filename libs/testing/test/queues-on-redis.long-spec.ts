import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Queues } from '@tomekeeper/jobs';
import { Readiness } from '@tomekeeper/service-kit';
import {
  describeWithRedis,
  settles,
  startRedis,
  startSwitchableLink,
  type TestRedis,
} from '../src';
import { testJob, TestJobs, QUEUE, startWorkers } from './test-jobs';

describeWithRedis('queues on a Redis', () => {
  let redis: TestRedis;
  let open: { close(): Promise<void> }[] = [];
  beforeAll(async () => {
    redis = await startRedis({ password: 'a/secret:1' });
  });
  afterEach(async () => {
    await Promise.all(open.map((each) => each.close()));
    open = [];
  });
  afterAll(() => redis?.stop());

  const workers = async (url: string): Promise<NestFastifyApplication> => {
    const app = await startWorkers(url);
    open.push(app);
    return app;
  };
  const queuesAt = (url: string, warn?: (problem: string) => void): Queues => {
    const queues = new Queues(url, { warn });
    open.push(queues);
    return queues;
  };
  const add = (queues: Queues, name: string) =>
    queues.add(QUEUE, testJob.name, { name }, testJob, { jobId: name });
  const areDone = (app: NestFastifyApplication, ...names: string[]) =>
    settles(() =>
      expect(app.get(TestJobs).done.map(({ name }) => name)).toEqual(expect.arrayContaining(names)),
    );

  it('survive a kill of Redis and are processed after its restart', async () => {
    const url = redis.freshUrl();
    const queues = queuesAt(url);
    const names = Array.from({ length: 20 }, (_, at) => `kept-${at}`);
    await Promise.all(names.map((name) => add(queues, name)));
    await redis.kill();
    await expect(add(queues, 'refused')).rejects.toThrow(
      /ECONN|onnection (is )?(terminated|closed)|max retries/,
    );
    // A process that starts during the outage becomes available, reports the missing Redis, and resumes
    // afterwards.
    const app = await workers(url);
    const parts = async () => (await app.get(Readiness).check()).parts;
    expect(await parts()).toEqual({ queue: 'unavailable' });
    await redis.start();
    await areDone(app, ...names);
    await settles(async () => expect(await parts()).toEqual({ queue: 'ok' }));
    await settles(() => add(queues, 'afterwards'));
    await areDone(app, 'afterwards');
  });

  it('are left at once while it is away', async () => {
    const app = await workers(redis.freshUrl());
    await add(app.get(Queues), 'before');
    await areDone(app, 'before');
    open = [];
    await redis.kill();
    await app.close();
    await redis.start();
  });

  it('refuse within seconds when its host vanishes without a word, and find it again', async () => {
    const link = await startSwitchableLink(redis.freshUrl());
    const app = await workers(link.url);
    const queues = app.get(Queues);
    await add(queues, 'before');
    await areDone(app, 'before');
    link.swallow();
    await expect(add(queues, 'into the void')).rejects.toThrow(/timed out/);
    await settles(() => add(queues, 'after'));
    await areDone(app, 'after');
    await app.close();
    open = [];
    await link.stop();
  });

  it('share it with other programs: every key has a name of ours', async () => {
    const before = await redis.ask('SELECT 60', 'DBSIZE');
    expect(before).toContain(':0');
    const app = await workers(redis.freshUrl().replace(/\d+$/, '60'));
    await app.get(Queues).add(QUEUE, testJob.name, { name: 'x' }, testJob, { delayMs: 600_000 });
    const keys = (await redis.ask('SELECT 60', 'KEYS *')).match(/^[^+*$\r\n].*$/gm);
    expect(keys?.length).toBeGreaterThan(1);
    for (const key of keys ?? []) expect(key).toMatch(/^tomekeeper:/);
  });

  it('warn of settings that may cost jobs', async () => {
    const warnings: string[] = [];
    const heard = queuesAt(redis.freshUrl(), (problem) => warnings.push(problem));
    // Responses arrive in the order of requests, and the worker requests the next job before the second
    // arrives.
    await add(heard, 'one');
    await add(heard, 'two');
    expect(warnings).toEqual([]);
    await redis.ask('CONFIG SET maxmemory-policy allkeys-lru', 'CONFIG SET appendonly no');
    const worried: string[] = [];
    queuesAt(redis.freshUrl(), (problem) => worried.push(problem));
    await settles(() => expect(worried).toHaveLength(2));
    expect(worried.join()).toMatch(/noeviction.*appendonly yes/);
    await redis.ask('CONFIG SET maxmemory-policy noeviction', 'CONFIG SET appendonly yes');
  });
});
