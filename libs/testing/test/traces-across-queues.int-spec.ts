import { Body, Controller, Injectable, Module, Post } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { defineEvent } from '@tomekeeper/contracts-events';
import { defineJob, HandlesJob, JobsModule } from '@tomekeeper/jobs';
import {
  HandlesEvent,
  migrate,
  PersistenceModule,
  UnitOfWork,
  type Transaction,
} from '@tomekeeper/persistence';
import { createApp, createLog, Public } from '@tomekeeper/service-kit';
import { flushTraces, recordWith } from '@tomekeeper/tracing';
import { z } from 'zod';
import {
  createDatabase,
  describeOnEveryQueue,
  settles,
  startTraceReceiver,
  traceTo,
  type ReceivedSpan,
  type TestDatabase,
  type TraceReceiver,
} from '../src';

const CANARY = 'canary-41c7';
const note = z.object({ text: z.string() });
const noted = defineEvent('test.noted', { payload: note, subscribers: ['campaign'] });
const shout = defineJob({
  name: 'shout',
  queue: 'test-shout',
  payload: note,
  attempts: 3,
  backoff: { type: 'exponential', delayMs: 20, maxDelayMs: 100 },
});

@Injectable()
class Handlers {
  readonly seen: string[] = [];
  private hasFailed = false;

  @HandlesEvent(noted)
  async onNoted(payload: z.infer<typeof note>, transaction: Transaction): Promise<void> {
    await transaction.query('INSERT INTO note (text) VALUES ($1)', [payload.text]);
    await transaction.outbox.job(shout, payload);
  }

  @HandlesJob(shout)
  async shout({ text }: z.infer<typeof note>): Promise<void> {
    this.seen.push(text);
    if (this.hasFailed) return;
    this.hasFailed = true;
    throw new Error(`${text} was not heard`);
  }
}

@Public()
@Controller('api/notes')
class NotesController {
  constructor(private readonly uow: UnitOfWork) {}

  @Post()
  async write(@Body({ schema: note }) body: z.infer<typeof note>): Promise<void> {
    await this.uow.queryOften('SELECT count(*) FROM note WHERE text = $1', [body.text]);
    await this.uow.run((tx) => tx.outbox.event(noted, body));
  }
}

describeOnEveryQueue('the trace of a request', (queueUrl) => {
  let receiver: TraceReceiver;
  let database: TestDatabase;
  let app: NestFastifyApplication;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    receiver = await startTraceReceiver();
    traceTo(receiver, 'notes');
    database = await createDatabase('campaign');
    const { databaseUrl } = database;
    await migrate({ databaseUrl, entities: [], migrations: [] });
    const log = createLog('notes', 'info', {
      write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    @Module({
      imports: [
        JobsModule.forRoot({ queueUrl: queueUrl(database), hostWorker: true, jobs: [shout], log }),
        PersistenceModule.forRoot({
          service: 'campaign',
          databaseUrl,
          entities: [],
          migrations: [],
          events: [noted],
        }),
      ],
      controllers: [NotesController],
      providers: [Handlers],
    })
    class NotesModule {}
    app = await createApp({ module: NotesModule, log });
    await app.init();
    await app.get(UnitOfWork).query('CREATE TABLE note (text text)');
    await app.listen(0, '127.0.0.1');
  });
  afterAll(async () => {
    await app?.close();
    recordWith(undefined);
    await database?.drop();
    await receiver?.close();
  });

  it('continues through outbox, queue and handler to the job without exposing user content', async () => {
    const answer = await fetch(`${await app.getUrl()}/api/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-correlation-id': 'click-notes' },
      body: JSON.stringify({ text: CANARY }),
    });
    expect(answer.status).toBe(201);
    let spans: ReceivedSpan[] = [];
    await settles(async () => {
      await flushTraces();
      const root = receiver.spans.find(({ name }) => name === 'POST /api/notes');
      spans = receiver.spans.filter(({ traceId }) => traceId === root?.traceId);
      expect(spans.filter(({ name }) => name === 'process shout')).toHaveLength(2);
    });

    const above = ({ parentSpanId }: ReceivedSpan) =>
      spans.find(({ spanId }) => spanId === parentSpanId);
    const wayTo = (span: ReceivedSpan | undefined): string[] => {
      const names: string[] = [];
      for (let at = span; at; at = above(at)) names.unshift(at.name);
      return names;
    };
    const [first, second] = spans.filter(({ name }) => name === 'process shout');
    const way = [
      'POST /api/notes',
      'send test.noted',
      'process test.noted',
      'send shout',
      'process shout',
    ].join(' > ');
    const hops = wayTo(first).filter((name) => name !== 'transaction');
    expect(hops.join(' > ')).toBe(way);
    expect([first?.isError, second?.isError]).toEqual([true, false]);
    expect(spans.map((span) => wayTo(span).at(-1))).toEqual(
      expect.arrayContaining([
        'transaction',
        'INSERT outbox',
        'INSERT note',
        'SELECT note',
        'COMMIT',
      ]),
    );
    expect(receiver.bodies.join()).not.toContain(CANARY);

    // A failure is logged when the queue stores it, which may be after the end of the span.
    await settles(() =>
      expect(lines.find(({ msg }) => msg === 'job failed')).toMatchObject({
        job: 'shout',
        correlation_id: 'click-notes',
        trace_id: first?.traceId,
      }),
    );
  });

  it('does not leak the trace into later jobs and requests on the same paths', async () => {
    const before = receiver.spans.length;
    const { traceId } = receiver.spans[0] as ReceivedSpan;
    await fetch(`${await app.getUrl()}/api/notes`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'another' }),
    });
    await settles(async () => {
      await flushTraces();
      expect(receiver.spans.slice(before).map(({ name }) => name)).toContain('process shout');
    });
    expect(receiver.spans.slice(before).filter((span) => span.traceId === traceId)).toEqual([]);
    // The relay works for everybody, though a request has set it off.
    expect(receiver.spans.map(({ name }) => name)).not.toContain('DELETE outbox');
  });
});
