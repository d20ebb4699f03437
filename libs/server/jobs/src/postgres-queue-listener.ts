import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { PostgresListener } from './postgres-listener';
import { QUEUE_SCHEMA } from './queue-backend';

/** Channel that BullMQ notifies with the name of a queue that has work. */
const CHANNEL = 'bullmq_jobs';
/** The installation makes BullMQ notify a separate channel for each queue: see `prepare-databases.ts`. */
const channelOf = (queue: string): string => `${CHANNEL}:${queue}`.slice(0, 63);

/** Queues with waiting or due jobs, which a lost notification may have announced, and with active ones, which may be stalled. */
const STATES = `
  SELECT queue,
         EXISTS (SELECT 1 FROM ${QUEUE_SCHEMA}.job j WHERE j.queue = q.queue AND j.state = 'active') AS is_active,
         EXISTS (SELECT 1 FROM ${QUEUE_SCHEMA}.job j WHERE j.queue = q.queue AND j.state = 'waiting')
           OR EXISTS (SELECT 1 FROM ${QUEUE_SCHEMA}.job j
                       WHERE j.queue = q.queue AND j.state = 'delayed' AND j.process_at_ms <= $2) AS is_waiting
    FROM unnest($1::text[]) AS q (queue)`;

interface QueueState {
  queue: string;
  is_active: boolean;
  is_waiting: boolean;
}

/**
 * LISTEN connection of all workers of a process. BullMQ would open one per worker, and each worker would poll its queue; here one
 * statement checks all queues.
 */
export class PostgresQueueListener extends EventEmitter {
  private readonly findStalled = new Map<string, () => Promise<unknown>>();
  private readonly listener: PostgresListener;

  constructor(url: string, checkMs: number) {
    super();
    this.setMaxListeners(0);
    this.listener = new PostgresListener({
      url,
      name: 'queues',
      channels: async () => [...this.findStalled.keys()].map(channelOf),
      onNotification: (queue) => this.wake(queue),
      check: (client) => this.check(client),
      checkMs,
    });
  }

  /** Watches a queue from now on. */
  add(queue: string, findStalled: () => Promise<unknown>): void {
    this.findStalled.set(queue, findStalled);
    this.listener.start();
    void this.listener.add(channelOf(queue));
  }

  /** BullMQ subscribes with it; the listener subscribes itself whenever it connects. */
  query(): Promise<{ rows: never[] }> {
    return Promise.resolve({ rows: [] });
  }

  close(): Promise<void> {
    return this.listener.stop();
  }

  private wake(queue: string): void {
    this.emit('notification', { channel: CHANNEL, payload: queue });
  }

  private async check(client: Client): Promise<boolean> {
    const { rows } = await client.query<QueueState>(STATES, [
      [...this.findStalled.keys()],
      Date.now(),
    ]);
    for (const { queue, is_waiting } of rows) if (is_waiting) this.wake(queue);
    const active = rows.filter(({ is_active }) => is_active);
    await Promise.all(active.map(async ({ queue }) => this.findStalled.get(queue)?.()));
    return rows.some(({ is_active, is_waiting }) => is_active || is_waiting);
  }
}
