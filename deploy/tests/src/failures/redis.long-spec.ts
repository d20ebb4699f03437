import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { freePort, findProcess } from '@tomekeeper/cli-kit';
import { holds } from './metrics';
import { Scene } from './scene';
import { expectClearAnswers, note } from './answers';

const isHere = spawnSync('redis-server', ['--version']).status === 0;

/** Runs with the other failures if `redis-server` is installed. */
(isHere ? describe : describe.skip)('a product whose queues are in a Redis that hangs', () => {
  let redis: ChildProcess;
  let scene: Scene;
  beforeAll(async () => {
    const port = await freePort();
    redis = spawn(
      'redis-server',
      ['--port', String(port), '--save', '', '--maxmemory-policy', 'noeviction'],
      {
        stdio: 'ignore',
      },
    );
    scene = await Scene.set(undefined, { REDIS_URL: `redis://127.0.0.1:${port}` });
  }, 600_000);
  afterAll(async () => {
    redis?.kill('SIGCONT');
    await scene?.close();
    if (redis && findProcess(redis.pid ?? 0)) {
      redis.kill();
      await once(redis, 'exit');
    }
  }, 120_000);

  it('accepts requests in the meantime, and processes all waiting jobs afterwards', async () => {
    const { product, memory, visitor } = scene;
    memory.during = 'Redis hangs';
    await scene.begin();
    redis.kill('SIGSTOP');
    const { address, answer } = await visitor.subscribe();
    expect(answer.status).toBe(201);
    const seen = await scene.watch((all) => all.length >= 60);
    await scene.untilUnready('mailing.queue');
    await scene.untilMeasured((samples) => holds('QueueAway', samples));
    expect(await scene.mailsTo(address)).toBe(0);
    redis.kill('SIGCONT');
    const began = performance.now();
    await product.untilReady();
    await scene.until('the mail comes', async () => (await scene.mailsTo(address)) > 0);
    note('Redis hangs, mail there after', began);
    await scene.untilMeasured(async (samples) => !(await holds('QueueAway', samples)));
    expectClearAnswers('Redis hangs', seen);
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200, 201]));
    await scene.rest();
    const mails = memory.acknowledged.flatMap((one) => (one.kind === 'mail' ? [one.to] : []));
    const recipients = [address, ...mails];
    const received = () => Promise.all(recipients.map((to) => scene.mailsTo(to)));
    await scene.until('all mails are out', async () => (await received()).every((n) => n > 0));
    expect(await received()).toEqual(recipients.map(() => 1));
    expect(memory.broken).toEqual([]);
  }, 900_000);
});
