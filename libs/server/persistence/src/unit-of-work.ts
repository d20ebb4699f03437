import { Injectable } from '@nestjs/common';
import { inSpan, isRecording } from '@tomekeeper/tracing';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { DataSource, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import { statementSpan } from './data-source';
import { rows, Transaction } from './transaction';
import { OutboxRelay } from './outbox-relay';

/** Starts transactions; the only access to the outbox. */
@Injectable()
export class UnitOfWork {
  private readonly statementNames = new Map<string, string>();
  private readonly lastSteps: ((transaction: Transaction) => Promise<void>)[] = [];

  constructor(
    private readonly database: DataSource,
    private readonly relay: OutboxRelay,
  ) {}

  /** Runs `work` in one transaction. Make no network calls inside: they would hold the connection and its locks. */
  async run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    let hasOutboxRows = false;
    const result = await inSpan({ name: 'transaction', kind: 'internal' }, () =>
      this.database.transaction(async (manager) => {
        const transaction = new Transaction(manager);
        const done = await work(transaction);
        for (const step of this.lastSteps) await step(transaction);
        hasOutboxRows = transaction.outbox.hasRows;
        return done;
      }),
    );
    if (hasOutboxRows) this.relay.nudge();
    return result;
  }

  /** Adds a last step to every transaction, for consequences of changes that any code may make. A failure rolls the transaction back. */
  beforeCommit(step: (transaction: Transaction) => Promise<void>): void {
    this.lastSteps.push(step);
  }

  /** Repository of an entity outside any transaction, for single reads and writes. */
  repo<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.database.getRepository(entity);
  }

  /** Rows of a single statement outside any transaction. */
  query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return rows<Row>(this.database.query(sql, [...parameters]));
  }

  /**
   * Like `query`, as a prepared statement for frequent queries: each connection parses and plans it once, which halves the cost.
   * The text must be a constant, because connections keep it permanently.
   */
  async queryOften<Row extends object>(
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row[]> {
    // TypeORM cannot name statements, so this uses its pool directly.
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
