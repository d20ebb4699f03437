import { randomUUID } from 'node:crypto';
import { holds, valueOf } from './metrics';
import type { Scene } from './scene';
import { promiseForEver } from './smtp-faults';
import { expectClearAnswers, note } from './answers';

/** More mails than the mail concurrency. */
const MAILS = 8;
const DELIVERY = 'mailing-send';

export function queueFailures(scene: () => Scene): void {
  it('processes other queues while the handlers of one never return', async () => {
    const { product, memory, visitor, mailLine } = scene();
    memory.during = 'handlers that never return';
    mailLine.fail(promiseForEver);
    const addresses = [];
    for (let mail = 0; mail < MAILS; mail += 1) addresses.push((await visitor.subscribe()).address);
    await scene().untilMeasured(
      (samples) =>
        valueOf(samples, 'queue_jobs', { queue: DELIVERY, state: 'active' }) === 5 &&
        (valueOf(samples, 'queue_jobs', { queue: DELIVERY, state: 'waiting' }) ?? 0) > 0,
    );
    const oldest = async () =>
      valueOf(await scene().measured(), 'queue_oldest_waiting_seconds', { queue: DELIVERY }) ?? 0;
    const first = await oldest();
    await scene().until('the oldest job grows older', async () => (await oldest()) > first);
    expect(await holds('QueueStuck', await scene().measured())).toBe(false);
    // Simulates ten minutes.
    await product.query(
      `UPDATE bullmq.job SET added_at_ms = added_at_ms - 600000
        WHERE queue = '${DELIVERY}' AND state = 'waiting'`,
    );
    await scene().untilMeasured((samples) => holds('QueueStuck', samples));
    const seen = await scene().tryAll();
    const document = await visitor.makeDocument();
    await visitor.delete(document);
    await scene().until(
      'other queues go on',
      async () => !(await scene().holdsObject(document.s3_key)),
    );
    // Follows the runbook: repair the server, and restart the waiting worker.
    mailLine.mend();
    const began = performance.now();
    await product.control('restart', 'mailing-worker');
    for (const address of addresses)
      await scene().until('the mails come', async () => (await scene().mailsTo(address)) > 0);
    note('handlers that never return, all mails there after the restart of the worker', began);
    await scene().untilMeasured(async (samples) => !(await holds('QueueStuck', samples)));
    for (const address of addresses) expect(await scene().mailsTo(address)).toBe(1);
    expectClearAnswers('handlers that never return', seen);
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200, 201]));
  }, 600_000);

  it('moves an unreadable job to the failed set, and processes the others', async () => {
    const { product, memory, visitor } = scene();
    memory.during = 'poison';
    const failed = { queue: DELIVERY, state: 'failed' };
    const before = valueOf(await scene().measured(), 'queue_jobs', failed) ?? 0;
    const id = randomUUID();
    await product.query(
      `INSERT INTO bullmq.job (queue, id, seq, name, state, data, max_attempts, added_at_ms)
       VALUES ('${DELIVERY}', '${id}', nextval('bullmq.job_seq'), 'send-mail', 'waiting',
               '{"payload": "not a mail"}', 400, extract(epoch FROM now()) * 1000)`,
    );
    await product.query(`SELECT bullmq.pg_notify('bullmq_jobs', '${DELIVERY}')`);
    await scene().untilMeasured(
      (samples) => (valueOf(samples, 'queue_jobs', failed) ?? 0) === before + 1,
    );
    const { address } = await visitor.subscribe();
    await scene().until('mails go on', async () => (await scene().mailsTo(address)) === 1);
    await product.query(`DELETE FROM bullmq.job WHERE id = '${id}'`);
  }, 300_000);

  it('accepts requests while the queue tables are locked, and publishes the waiting events afterwards', async () => {
    const { product, memory, visitor } = scene();
    memory.during = 'locked queues';
    await scene().begin();
    const locker = await scene().connect();
    await locker.query('BEGIN; LOCK TABLE bullmq.job IN ACCESS EXCLUSIVE MODE');
    const { address, answer } = await visitor.subscribe();
    expect(answer.status).toBe(201);
    const seen = await scene().watch((all) => all.length >= 60);
    await scene().untilUnready('mailing.queue');
    const samples = await scene().untilMeasured((measured) => holds('QueueAway', measured));
    const waiting = valueOf(samples, 'outbox_oldest_seconds', { service: 'mailing' }) ?? 0;
    expect(waiting).toBeGreaterThan(0);
    await scene().disconnect();
    const began = performance.now();
    await product.untilReady();
    await scene().until('the mail comes', async () => (await scene().mailsTo(address)) === 1);
    note('locked queues, mail there after', began);
    await scene().untilMeasured(async (measured) => !(await holds('QueueAway', measured)));
    expectClearAnswers('locked queues', seen);
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set([200, 201]));
    await scene().rest();
  }, 600_000);
}
