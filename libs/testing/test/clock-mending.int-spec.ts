import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Queues } from '@tomekeeper/jobs';
import { Client } from 'pg';
import { createDatabase, settles, type TestDatabase } from '../src';
import { chore, Chores, QUEUE, startWorkers } from './chores';

const HOURS_AHEAD = 3 * 3_600_000;
const QUEUES = [QUEUE, 'test-ticks'];

/** What a worker whose clock was hours ahead has left behind. */
describe('queues after a clock was ahead', () => {
  let database: TestDatabase;
  let client: Client;
  let app: NestFastifyApplication;
  let queues: Queues;

  beforeAll(async () => {
    database = await createDatabase('campaign');
    app = await startWorkers(database.queueUrl, true);
    queues = app.get(Queues);
    client = new Client({ connectionString: database.queueUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await app?.close();
    await database?.drop();
  });

  const { done } = {
    done: (name: string) => app.get(Chores).done.filter((one) => one.name === name),
  };
  const later = (name: string, delayMs: number) =>
    queues.add(QUEUE, chore.name, { name }, chore, { jobId: name, delayMs });

  it('do what was put off until then, and leave alone what is meant to wait', async () => {
    await later('put off', 500);
    await later('to wait', 600_000);
    await client.query(
      `UPDATE bullmq.job SET process_at_ms = process_at_ms + $1, state = 'delayed', delay_ms = 500
        WHERE id = 'put off' AND state = 'delayed'`,
      [HOURS_AHEAD],
    );
    await queues.backend.mendTimes(QUEUES);
    await settles(() => expect(done('put off')).toHaveLength(1));
    expect(done('to wait')).toHaveLength(0);
    await (await queues.queue(QUEUE).getJob('to wait'))?.remove();
  });

  it('look for jobs of dead workers again, and give up their locks', async () => {
    await client.query(
      `INSERT INTO bullmq.meta (queue, field, value)
       VALUES ($1, 'stalled-check', (extract(epoch FROM now()) * 1000 + $2)::bigint::text)
       ON CONFLICT (queue, field) DO UPDATE SET value = excluded.value`,
      [QUEUE, HOURS_AHEAD],
    );
    await later('orphan', 600_000);
    await client.query(
      `UPDATE bullmq.job SET state = 'active', lock_token = 'of a dead worker', process_at_ms = NULL,
              locked_until_ms = extract(epoch FROM now()) * 1000 + $1 WHERE id = 'orphan'`,
      [HOURS_AHEAD],
    );
    await queues.backend.mendTimes(QUEUES);
    await settles(() => expect(done('orphan')).toHaveLength(1));
  });

  it('tell when a schedule is gone, so that it is made anew', async () => {
    await client.query('UPDATE bullmq.scheduler SET next_run_ms = next_run_ms + $1', [HOURS_AHEAD]);
    await settles(async () => expect(await queues.backend.mendTimes(QUEUES)).toBe(true));
    expect(await queues.backend.mendTimes(QUEUES)).toBe(false);
  });
});
