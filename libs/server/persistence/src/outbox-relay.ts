import { withoutRequest } from '@tomekeeper/correlation';
import { type Backoff, eventQueue, PostgresListener, type Queues } from '@tomekeeper/jobs';
import type { Log } from '@tomekeeper/service-kit';
import type { DataSource } from 'typeorm';
import { EVENT_RETRY } from './event-consumer';
import { OUTBOX_CHANNEL } from './outbox';
import { Transaction } from './transaction';

interface OutboxRow {
  id: string;
  kind: 'event' | 'job';
  name: string;
  targets: string[];
  payload: unknown;
  options: { attempts?: number; backoff?: Backoff; delay_ms?: number; traceparent?: string };
  correlation_id: string | null;
}

const BATCH = 100;
/** Time for the process that wrote a row to relay it. Then another process does, because the writer may have been killed. */
const FOREIGN_MS = 500;
const CHECK_MS = 5_000;
const AFTER_FAILURE_MS = 2000;

/**
 * Moves outbox rows to the queues. Locks rows with SKIP LOCKED, so any number of processes may relay; a crash between queue and
 * commit repeats a row, which the inbox or the job's handler must tolerate.
 */
export class OutboxRelay {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  private readonly listener: PostgresListener;

  constructor(
    private readonly database: DataSource,
    private readonly queues: Queues,
    private readonly log: Log,
    databaseUrl: string,
  ) {
    this.listener = new PostgresListener({
      url: databaseUrl,
      name: 'outbox',
      channels: async (client) => {
        const sql = `SELECT ${OUTBOX_CHANNEL} AS channel`;
        const { rows } = await client.query<{ channel: string }>(sql);
        return rows.map(({ channel }) => channel);
      },
      onNotification: () => this.plan(FOREIGN_MS),
      check: async (client) => {
        const { rowCount } = await client.query('SELECT 1 FROM outbox LIMIT 1');
        if (rowCount) this.plan(FOREIGN_MS);
        return rowCount !== 0;
      },
      checkMs: CHECK_MS,
    });
  }

  start(): void {
    this.listener.start();
    this.nudge();
  }

  /** Checks for new rows immediately. */
  nudge(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    this.timer = undefined;
    // Triggered by a transaction, but the batch also contains rows of other requests.
    this.running = withoutRequest(() => this.drain()).finally(() => {
      this.running = undefined;
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await Promise.all([this.listener.stop(), this.running]);
  }

  /** Checks for new rows after a delay, or at the time of an earlier call. */
  private plan(delayMs: number): void {
    if (this.stopped) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.nudge();
    }, delayMs).unref();
  }

  private async drain(): Promise<void> {
    try {
      let moved: number;
      do {
        this.again = false;
        moved = await this.relayBatch();
      } while (!this.stopped && (moved === BATCH || this.again));
    } catch (error) {
      this.log.warn({ err: error }, 'outbox relay: will retry');
      this.plan(AFTER_FAILURE_MS);
    }
  }

  private relayBatch(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const transaction = new Transaction(manager);
      const batch = await transaction.query<OutboxRow>(
        `SELECT id, kind, name, targets, payload, options, correlation_id
           FROM outbox ORDER BY seq LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      );
      if (batch.length === 0) return 0;
      // The queue limits concurrency; rows of a batch are unordered.
      await Promise.all(batch.map((row) => this.addToQueues(row)));
      await transaction.query('DELETE FROM outbox WHERE id = ANY($1)', [batch.map(({ id }) => id)]);
      return batch.length;
    });
  }

  private async addToQueues(row: OutboxRow): Promise<void> {
    const retry = {
      attempts: row.options.attempts ?? EVENT_RETRY.attempts,
      backoff: row.options.backoff ?? EVENT_RETRY.backoff,
    };
    for (const target of row.targets) {
      const queue = row.kind === 'event' ? eventQueue(target) : target;
      await this.queues.add(queue, row.name, row.payload, retry, {
        jobId: row.id,
        delayMs: row.options.delay_ms ?? 0,
        correlationId: row.correlation_id ?? undefined,
        traceparent: row.options.traceparent,
      });
    }
  }
}
