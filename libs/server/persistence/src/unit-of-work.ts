import { Injectable } from '@nestjs/common';
import { withoutRequest } from '@tomekeeper/correlation';
import { type Backoff, eventQueue, type Queues } from '@tomekeeper/jobs';
import type { Log } from '@tomekeeper/service-kit';
import { inSpan, isRecording } from '@tomekeeper/tracing';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { DataSource, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import { statementSpan } from './data-source';
import { rows, Transaction } from './transaction';

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
const IDLE_MS = 500;
const AFTER_FAILURE_MS = 2000;
/** Events are retried for about a day before people have to look at the failed set. */
const EVENT_RETRY = {
  attempts: 40,
  backoff: { type: 'exponential', delayMs: 500, maxDelayMs: 3_600_000 },
} as const;

/**
 * Carries the outbox to the queues. Rows are taken with SKIP LOCKED, so any number of processes may
 * relay; a crash between queue and commit repeats a row, which the inbox or the job's handler bears.
 */
export class OutboxRelay {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;

  constructor(
    private readonly database: DataSource,
    private readonly queues: Queues,
    private readonly log: Log,
  ) {}

  start(): void {
    this.nudge();
  }

  /** There may be something new: look now. */
  nudge(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    clearTimeout(this.timer);
    // A transaction sets it off, but what it carries belongs to others as well.
    this.running = withoutRequest(() => this.drain()).finally(() => {
      this.running = undefined;
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private async drain(): Promise<void> {
    let wait = IDLE_MS;
    try {
      let moved: number;
      do {
        this.again = false;
        moved = await this.relayBatch();
      } while (!this.stopped && (moved === BATCH || this.again));
    } catch (error) {
      this.log.warn({ err: error }, 'outbox relay: will try again');
      wait = AFTER_FAILURE_MS;
    }
    if (!this.stopped) this.timer = setTimeout(() => this.nudge(), wait).unref();
  }

  private relayBatch(): Promise<number> {
    return this.database.transaction(async (manager) => {
      const transaction = new Transaction(manager);
      const batch = await transaction.query<OutboxRow>(
        `SELECT id, kind, name, targets, payload, options, correlation_id
           FROM outbox ORDER BY seq LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      );
      if (batch.length === 0) return 0;
      // Adding is bounded by the queue; rows of one batch need no order among themselves.
      await Promise.all(batch.map((row) => this.hand(row)));
      await transaction.query('DELETE FROM outbox WHERE id = ANY($1)', [batch.map(({ id }) => id)]);
      return batch.length;
    });
  }

  private async hand(row: OutboxRow): Promise<void> {
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

/** The only way to a transaction, and so to the outbox. */
@Injectable()
export class UnitOfWork {
  private readonly statementNames = new Map<string, string>();

  constructor(
    private readonly database: DataSource,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Runs `work` in one transaction: all of it is kept, or none. No network call belongs inside: it
   * would hold the connection and its locks.
   */
  async run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let tellsOthers = false;
    const result = await inSpan({ name: 'transaction', kind: 'internal' }, () =>
      this.database.transaction(async (manager) => {
        const transaction = new Transaction(manager);
        const done = await work(transaction);
        tellsOthers = transaction.outbox.holdsSomething;
        return done;
      }),
    );
    if (tellsOthers) this.relay.nudge();
    return result;
  }

  /** The repository of an entity outside any transaction, for single reads and writes. */
  repo<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.database.getRepository(entity);
  }

  /** Rows of a single statement outside any transaction. */
  query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return rows<Row>(this.database.query(sql, [...parameters]));
  }

  /**
   * The same for statements that run over and over: each connection parses and plans them once, which
   * halves what they cost here. Their text must be a constant, because connections keep it for good.
   */
  async queryOften<Row extends object>(
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row[]> {
    // TypeORM can't name statements; this is its own pool.
    const { master } = this.database.driver as unknown as { master: Pool };
    const statement = { name: this.nameOf(sql), text: sql, values: [...parameters] };
    const run = () => master.query<Row>(statement);
    const answer = await (isRecording() ? inSpan(statementSpan(sql), run) : run());
    return answer.rows;
  }

  private nameOf(sql: string): string {
    let name = this.statementNames.get(sql);
    if (!name) {
      name = createHash('sha256').update(sql).digest('base64url');
      this.statementNames.set(sql, name);
    }
    return name;
  }
}
