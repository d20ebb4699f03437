import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Queues } from '@tomekeeper/jobs';
import { Client } from 'pg';
import { createDatabase, eventually, settles, type TestDatabase } from '../src';
import { QUEUE, startWorkers, testJob, TestJobs } from './test-jobs';

describe('the connections of queues on PostgreSQL', () => {
  let database: TestDatabase;
  let app: NestFastifyApplication;
  let client: Client;

  beforeAll(async () => {
    database = await createDatabase('campaign');
    app = await startWorkers(database.queueUrl, true);
    client = new Client({ connectionString: database.queueUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await app?.close();
    await database?.drop();
  });

  const listeners = async () => {
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'queues'`,
    );
    return rows.map(({ pid }) => pid);
  };
  const add = (name: string) =>
    app.get(Queues).add(QUEUE, testJob.name, { name }, testJob, { jobId: name });
  const isDone = (name: string) =>
    settles(() => expect(app.get(TestJobs).done.map((job) => job.name)).toContain(name));

  it('are one listener and at most five others, for all queues of a process', async () => {
    await Promise.all(Array.from({ length: 30 }, (_, at) => add(`burst-${at}`)));
    await isDone('burst-29');
    expect(await listeners()).toHaveLength(1);
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = ''
          AND pid <> pg_backend_pid()`,
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(5);
  });

  it('reopen a lost listener, and jobs added in between are processed', async () => {
    const [lost] = await eventually(listeners);
    await client.query('SELECT pg_terminate_backend($1)', [lost]);
    await add('in between');
    await isDone('in between');
    await settles(async () => {
      const [pid] = await listeners();
      expect(pid).toBeDefined();
      expect(pid).not.toBe(lost);
    });
    await add('afterward');
    await isDone('afterward');
  });
});
