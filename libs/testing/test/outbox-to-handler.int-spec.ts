import { Injectable, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { defineEvent } from '@tomekeeper/contracts-events';
import { defineJob, HandlesJob, JobsModule, Queues, type JobContext } from '@tomekeeper/jobs';
import {
  HandlesEvent,
  migrate,
  PersistenceModule,
  Transaction,
  UnitOfWork,
} from '@tomekeeper/persistence';
import { createApp, createLog, Metrics, Readiness } from '@tomekeeper/service-kit';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { createDatabase, describeOnEveryQueue, settles, type TestDatabase } from '../src';

const noted = defineEvent('test.noted', {
  payload: z.object({ text: z.string() }),
  subscribers: ['campaign'],
});
const shout = defineJob({
  name: 'shout',
  queue: 'test-shout',
  payload: z.object({ text: z.string() }),
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 20, maxDelayMs: 100 },
});

@Injectable()
class Handlers {
  readonly events: string[] = [];
  readonly jobs: { text: string; context: JobContext }[] = [];
  failures = 0;

  @HandlesEvent(noted)
  async onNoted(payload: { text: string }, transaction: Transaction): Promise<void> {
    this.events.push(payload.text);
    await transaction.query('INSERT INTO note (text) VALUES ($1)', [payload.text]);
  }

  @HandlesJob(shout)
  async shout(payload: { text: string }, context: JobContext): Promise<void> {
    this.jobs.push({ text: payload.text, context });
    if (this.failures > 0) {
      this.failures -= 1;
      throw new Error('not yet');
    }
  }
}

const log = createLog('test', 'silent');

type Urls = { databaseUrl: string; queueUrl: string };

function testModule({ databaseUrl, queueUrl }: Urls, providers = [Handlers], jobs = [shout]) {
  @Module({
    imports: [
      JobsModule.forRoot({ queueUrl, hostWorker: true, jobs, log }),
      PersistenceModule.forRoot({
        service: 'campaign',
        databaseUrl,
        entities: [],
        migrations: [],
        events: [noted],
      }),
    ],
    providers,
  })
  class TestModule {}
  return TestModule;
}

describeOnEveryQueue('from a transaction through the outbox to its handler', (queueUrl) => {
  let database: TestDatabase;
  let urls: Urls;
  let app: NestFastifyApplication;
  let uow: UnitOfWork;
  let handlers: Handlers;

  beforeAll(async () => {
    database = await createDatabase('campaign');
    urls = { databaseUrl: database.databaseUrl, queueUrl: queueUrl(database) };
    await migrate({ databaseUrl: database.databaseUrl, entities: [], migrations: [] });
    app = await createApp({ module: testModule(urls), log });
    await app.init();
    uow = app.get(UnitOfWork);
    handlers = app.get(Handlers);
    await uow.query('CREATE TABLE note (text text)');
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  it('delivers an event and stores the writes of its handler', async () => {
    await uow.run((tx) => tx.outbox.event(noted, { text: 'met the baron' }));
    await settles(() => expect(handlers.events).toContain('met the baron'));
    await settles(async () =>
      expect(await uow.query('SELECT text FROM note')).toEqual([{ text: 'met the baron' }]),
    );
    await settles(async () => expect(await uow.query('SELECT id FROM outbox')).toEqual([]));
  });

  it('exports the number and age of waiting jobs to Prometheus', async () => {
    const queues = app.get(Queues);
    queues.workedOn.add('test-idle');
    const minuteAgo = Date.now() - 60_000;
    await queues.queue('test-idle').add('older', {}, { timestamp: minuteAgo });
    await queues.queue('test-idle').add('younger', {});
    // A scrape omits metrics that can't be read in time.
    await settles(async () => {
      const scraped = await app.get(Metrics).registry.metrics();
      expect(scraped).toContain('queue_jobs{queue="test-idle",state="waiting"} 2');
      expect(scraped).toContain('queue_jobs{queue="events-campaign",state="failed"} 0');
      const oldest = /^queue_oldest_waiting_seconds\{queue="test-idle"\} ([\d.]+)$/m.exec(scraped);
      expect(Number(oldest?.[1])).toBeGreaterThanOrEqual(60);
      expect(scraped).toMatch(/^outbox_oldest_seconds \d/m);
      expect(scraped).toMatch(/^database_connections\{state="used"\} \d/m);
      expect(scraped).toContain('database_connections_limit 10');
    });
  });

  it('delivers no event when the transaction is rolled back', async () => {
    await expect(
      uow.run(async (tx) => {
        await tx.outbox.event(noted, { text: 'never' });
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await uow.run((tx) => tx.outbox.event(noted, { text: 'after all' }));
    await settles(() => expect(handlers.events).toContain('after all'));
    expect(handlers.events).not.toContain('never');
  });

  it('handles an event once, though it comes twice', async () => {
    const queues = app.get(Queues);
    const id = '0b0f6f7e-52a5-4b43-8a3c-1f6d7c0f3f10';
    const retry = { attempts: 1, backoff: shout.backoff };
    const add = () =>
      queues.add('events-campaign', noted.name, { text: 'twice' }, retry, { jobId: id });
    await add();
    await settles(() => expect(handlers.events).toContain('twice'));
    await settles(async () => expect(await queues.queue('events-campaign').getJob(id)).toBeFalsy());
    await add();
    await settles(async () => expect(await queues.queue('events-campaign').getJob(id)).toBeFalsy());
    expect(handlers.events.filter((text) => text === 'twice')).toHaveLength(1);
  });

  it('retries a failing job and counts its attempts', async () => {
    handlers.failures = 2;
    await uow.run((tx) => tx.outbox.job(shout, { text: 'third time lucky' }));
    await settles(() => expect(handlers.jobs).toHaveLength(3));
    expect(handlers.jobs.map(({ context }) => context.attempt)).toEqual([1, 2, 3]);
    expect(handlers.jobs.at(-1)?.context.isLastAttempt).toBe(true);
  });

  it('keeps a permanently failed job in the failed set', async () => {
    handlers.failures = 99;
    await uow.run((tx) => tx.outbox.job(shout, { text: 'hopeless' }));
    const queue = app.get(Queues).queue('test-shout');
    await settles(async () => expect(await queue.getFailed()).toHaveLength(1));
    handlers.failures = 0;
  });

  it('delivers the events of a process that was killed after its commit', async () => {
    await app.get(DataSource).transaction(async (manager) => {
      // Not by a unit of work, which would deliver it itself.
      await new Transaction(manager).outbox.event(noted, { text: 'orphaned' });
    });
    await settles(() => expect(handlers.events).toContain('orphaned'));
  });

  it('is ready when database and queue answer', async () => {
    expect(await app.get(Readiness).check()).toEqual({
      ready: true,
      parts: { queue: 'ok', database: 'ok' },
    });
  });

  it('does not boot when a job has no handler, or two', async () => {
    const boot = async (providers: (typeof Handlers)[], jobs = [shout]) => {
      const broken = await createApp({ module: testModule(urls, providers, jobs), log });
      try {
        await broken.init();
      } finally {
        await broken.close();
      }
    };
    class Twin extends Handlers {}
    const orphan = defineJob({ ...shout, name: 'orphan' });
    await expect(boot([Handlers], [shout, orphan])).rejects.toThrow(/'orphan' has no handler/);
    await expect(boot([Handlers, Twin])).rejects.toThrow(/'shout' has 2/);
  });
});
