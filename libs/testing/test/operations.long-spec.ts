import { Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { JobsModule, PermanentFailure, Queues } from '@tomekeeper/jobs';
import { OperationsModule } from '@tomekeeper/operations';
import { migrate, PersistenceModule } from '@tomekeeper/persistence';
import { AuthModule, createApp, createLog } from '@tomekeeper/service-kit';
import {
  caller,
  createDatabase,
  describeOnEveryQueue,
  serviceKeys,
  settles,
  startTestIdentity,
  type Caller,
  type TestDatabase,
  type TestIdentity,
} from '../src';
import { testJob, TestJobs, QUEUE, tick } from './test-jobs';

const BASE = '/api/operations/campaign';

describeOnEveryQueue('queue operations for operators', (queueUrl) => {
  let database: TestDatabase;
  let identity: TestIdentity;
  let app: NestFastifyApplication;
  let testJobs: TestJobs;
  let call: Caller;
  let operator: string;
  let stranger: string;
  const lines: Record<string, unknown>[] = [];

  beforeAll(async () => {
    const keys = serviceKeys('identity', 'campaign');
    [database, identity] = await Promise.all([createDatabase('campaign'), startTestIdentity(keys)]);
    const log = createLog('campaign', 'info', {
      write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>),
    });
    const { databaseUrl } = database;
    await migrate({ databaseUrl, entities: [], migrations: [] });
    const service = 'campaign';
    @Module({
      imports: [
        AuthModule.forRoot({
          service,
          keys: {
            SERVICE_PRIVATE_KEY: keys.privateKey(service),
            SERVICE_PUBLIC_KEYS: keys.publicKeys,
          },
          users: identity.settings,
        }),
        JobsModule.forRoot({
          queueUrl: queueUrl(database),
          hostWorker: true,
          jobs: [testJob, tick],
          log,
        }),
        PersistenceModule.forRoot({ service, databaseUrl, entities: [], migrations: [] }),
        OperationsModule.forRoot({ service }),
      ],
      providers: [TestJobs],
    })
    class TestModule {}
    app = await createApp({ module: TestModule, log });
    await app.init();
    testJobs = app.get(TestJobs);
    call = caller(app);
    const ada = await identity.join('Ada');
    stranger = ada.token;
    operator = await identity.token(ada, { 'cognito:groups': ['operators'] });
    await settles(async () => expect((await get('')).status).toBe(200));
  });
  afterAll(async () => {
    await app?.close();
    await Promise.all([database?.drop(), identity?.stop()]);
  });

  const get = (path: string) => call('GET', `${BASE}/${path}`, { token: operator });
  const post = (path: string) => call('POST', `${BASE}/${path}`, { token: operator });
  const failed = async () => (await get(`queues/${QUEUE}/failed/`)).body;
  const add = (name: string) =>
    app.get(Queues).add(QUEUE, testJob.name, { name }, testJob, { jobId: name });
  const doneOf = (wanted: string) => testJobs.done.filter(({ name }) => name === wanted);
  /** Fails permanently with a message that must not be exposed. */
  const hopeless = () => {
    throw new PermanentFailure('550 <ada@example.org> refused');
  };

  it('show queues, outbox and the replica that answers', async () => {
    const { body } = await get('');
    expect(body).toMatchObject({
      service: 'campaign',
      version: expect.stringMatching(/^[\da-f]{12}$/),
      outbox: { waiting: 0, oldest_seconds: 0 },
    });
    const empty = { waiting: 0, active: 0, delayed: 0, failed: 0, oldest_waiting_seconds: 0 };
    expect(body.queues).toEqual([
      { name: QUEUE, ...empty },
      { name: 'test-ticks', ...empty },
    ]);
  });

  it('try a failed job again, which runs once however often they press', async () => {
    testJobs.troubles.set('doomed', hopeless);
    await add('doomed');
    await settles(async () => expect((await failed()).total).toBe(1));
    const shown = await failed();
    expect(shown.jobs).toEqual([
      {
        id: 'doomed',
        name: testJob.name,
        attempts: 1,
        failed_at: expect.stringContaining('T'),
        reason: '550 <(an address)> refused',
      },
    ]);
    testJobs.troubles.clear();
    const path = `queues/${QUEUE}/failed/doomed/retry/`;
    const presses = await Promise.all([post(path), post(path), post(path)]);
    expect(presses.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    await settles(() => expect(doneOf('doomed')).toHaveLength(1));
    // A retry resets the number of attempts.
    expect(doneOf('doomed')[0]?.context).toMatchObject({ attempt: 1, isLastAttempt: false });
    expect((await post(path)).body.code).toBe('operations.job_not_failed');
    expect(await failed()).toEqual({ jobs: [], total: 0 });
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'operator: retried a job',
        operator: expect.any(String),
        queue: QUEUE,
        job_id: 'doomed',
      }),
    );
  });

  it('retry all failed jobs of a queue once, even if some fail again', async () => {
    const names = Array.from({ length: 60 }, (_, at) => `one-of-all-${at}`);
    for (const name of names) testJobs.troubles.set(name, hopeless);
    await Promise.all(names.map(add));
    await settles(async () => expect((await failed()).total).toBe(60));
    expect((await failed()).jobs).toHaveLength(50);
    for (const name of names.slice(1)) testJobs.troubles.delete(name);
    const { status, body } = await post(`queues/${QUEUE}/retry-all/`);
    expect([status, body.retried]).toEqual([200, 60]);
    await settles(() => expect(names.flatMap(doneOf)).toHaveLength(59));
    await settles(async () => expect((await failed()).total).toBe(1));
    expect((await failed()).jobs[0].id).toBe(names[0]);
  });

  it('reject unknown queues and jobs', async () => {
    expect((await get('queues/events-mailing/failed/')).body.code).toBe('operations.unknown_queue');
    expect((await post('queues/__proto__/retry-all/')).status).toBe(404);
    expect((await post(`queues/${QUEUE}/failed/${'x'.repeat(400)}/retry/`)).status).toBe(400);
    expect((await post(`queues/${QUEUE}/failed/nobody/retry/`)).status).toBe(404);
  });

  it.each([
    ['GET', ''],
    ['GET', `queues/${QUEUE}/failed/`],
    ['POST', `queues/${QUEUE}/failed/any/retry/`],
    ['POST', `queues/${QUEUE}/retry-all/`],
  ] as const)('are alone with it: %s %s', async (method, path) => {
    expect((await call(method, `${BASE}/${path}`)).status).toBe(401);
    const { status, body } = await call(method, `${BASE}/${path}`, { token: stranger });
    expect(status).toBe(404);
    expect(body.code).toBe('route.not_found');
  });
});
