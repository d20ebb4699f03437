import { LIVE_LIMITS } from '@tomekeeper/contracts-live';
import { settles, type TestPerson } from '@tomekeeper/testing';
import { personDeleted } from '@tomekeeper/contracts-identity';
import { Queues } from '@tomekeeper/jobs';
import { Readiness } from '@tomekeeper/service-kit';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { startLiveApp, type LiveApp } from './live-app';
import { openStream, type OpenedStream } from './open-stream';

let service: LiveApp;
let ann: TestPerson;

beforeAll(async () => {
  service = await startLiveApp();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  ann = await service.identity.join('Ann');
});

it('is for people who are signed in', async () => {
  expect((await openStream(service.url)).status).toBe(401);
  expect((await openStream(service.url, 'nonsense')).status).toBe(401);
});

it('rejects view-as and HEAD', async () => {
  const call = (method: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/api/live/`, {
      method,
      headers: { authorization: `Bearer ${ann.token}`, ...headers },
    });
  expect((await call('GET', { 'x-view-as': randomUUID() })).status).toBe(400);
  expect((await call('HEAD')).status).toBe(405);
  expect((await call('POST')).status).toBe(405);
});

it('ends when the session ends, and no other', async () => {
  const bob = await service.identity.join('Bob');
  const [anns, bobs] = await Promise.all([service.listen(ann), service.listen(bob)]);
  service.identity.revoke(ann);
  await settles(() => expect(anns.isOver()).toBe(true), { timeout: 10_000, every: 20 });
  expect(bobs.isOver()).toBe(false);
  expect((await service.listen(ann)).status).toBe(401);
});

it('ends when the token ends', async () => {
  const token = await service.identity.token(ann, { exp: Math.floor(Date.now() / 1000) + 2 });
  const stream = await openStream(service.url, token);
  expect(stream.status).toBe(200);
  await settles(() => expect(stream.isOver()).toBe(true));
});

it('lets the oldest of one person’s streams make room', async () => {
  const streams: OpenedStream[] = [];
  for (let at = 0; at <= LIVE_LIMITS.streamsPerPerson; at++)
    streams.push(await service.listen(ann));
  await settles(() => expect(streams[0]?.isOver()).toBe(true));
  expect(streams.slice(1).filter((stream) => stream.isOver())).toEqual([]);
  for (const stream of streams) stream.close();
});

it('rejects streams above the limit with Retry-After, and accepts new ones after a disconnect', async () => {
  const small = await service.another({ MAX_STREAMS: 1 });
  const first = await service.listen(ann, undefined, small);
  const refused = await service.listen(ann, undefined, small);
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('2');
  first.close();
  await settles(async () => {
    const next = await service.listen(ann, undefined, small);
    next.close();
    expect(next.status).toBe(200);
  });
  await small.app.close();
});

it('ends its streams when the process is to stop, and takes no new ones', async () => {
  const ending = await service.another();
  const stream = await service.listen(ann, undefined, ending);
  ending.app.get(Readiness).drain();
  await settles(() => expect(stream.isOver()).toBe(true));
  expect((await service.listen(ann, undefined, ending)).status).toBe(503);
  await ending.app.close();
});

it('closes its streams when it loses the connection for stored events, and reconnects', async () => {
  const campaign = service.campaign({ player: [ann] });
  const stream = await service.listen(ann);
  await service.uow.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'live-feed' AND datname = current_database()`,
  );
  await settles(() => expect(stream.isOver()).toBe(true));
  const again = await service.listen(ann, stream.hints()[0]?.n);
  await service.give({ kind: 'documents', campaign, id: randomUUID(), to: 'party' });
  await settles(() => expect(again.hints()).toHaveLength(1));
});

it('keeps the present line when an earlier one fails late', async () => {
  const connect = jest.spyOn(Client.prototype, 'connect');
  const lines = () =>
    service.uow.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
        WHERE application_name = 'live-feed' AND datname = current_database()`,
    );
  const breakLine = async () => {
    const stream = await service.listen(ann);
    for (const { pid } of await lines())
      await service.uow.query('SELECT pg_terminate_backend($1)', [pid]);
    await settles(() => expect(stream.isOver()).toBe(true));
  };
  await breakLine();
  connect.mockClear();
  await service.listen(ann);
  const [earlier] = connect.mock.contexts as Client[];
  await breakLine();
  const stream = await service.listen(ann);
  earlier?.emit('error', new Error('late'));
  await service.listen(ann);
  expect(await lines()).toHaveLength(1);
  expect(stream.isOver()).toBe(false);
});

it('is there again and again without a word, between hints', async () => {
  const stream = await service.listen(ann);
  await settles(() => expect(stream.text()).toMatch(/"id":null}\n\n:\n\n$/));
});

it('keeps nothing of a person whose account is deleted', async () => {
  const campaign = service.campaign({ player: [ann] });
  const stream = await service.listen(ann);
  await service.give({ kind: 'documents', campaign, id: randomUUID(), to: 'party' });
  await stream.heard(1);
  const retry = {
    attempts: 3,
    backoff: { type: 'exponential', delayMs: 50, maxDelayMs: 100 },
  } as const;
  await service.app
    .get(Queues)
    .add('events-live', personDeleted.name, { person_id: ann.id }, retry, { jobId: randomUUID() });
  await settles(async () => {
    const rows = await service.uow.query(
      `SELECT person_id FROM listener WHERE person_id = $1
       UNION ALL SELECT person_id FROM hint WHERE person_id = $1`,
      [ann.id],
    );
    expect(rows).toEqual([]);
  });
});
