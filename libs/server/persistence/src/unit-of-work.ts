import { Injectable } from '@nestjs/common';
import { inSpan, isRecording } from '@tomekeeper/tracing';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { DataSource, type EntityTarget, type ObjectLiteral, type Repository } from 'typeorm';
import { statementSpan } from './data-source';
import { rows, Transaction } from './transaction';
import { OutboxRelay } from './outbox-relay';

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
    let hasOutboxRows = false;
    const result = await inSpan({ name: 'transaction', kind: 'internal' }, () =>
      this.database.transaction(async (manager) => {
        const transaction = new Transaction(manager);
        const done = await work(transaction);
        hasOutboxRows = transaction.outbox.hasRows;
        return done;
      }),
    );
    if (hasOutboxRows) this.relay.nudge();
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
