import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OutboxRelay } from './outbox-relay';
import { rows, Transaction } from './transaction';

/** The only way to a transaction, and so to the outbox. */
@Injectable()
export class UnitOfWork {
  constructor(
    private readonly database: DataSource,
    private readonly relay: OutboxRelay,
  ) {}

  /**
   * Runs `work` in one transaction: all of it is kept, or none. No network call belongs inside: it
   * would hold the connection and its locks.
   */
  async run<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const result = await this.database.transaction((manager) => work(new Transaction(manager)));
    this.relay.nudge();
    return result;
  }

  /** Rows of a single read outside any transaction. */
  query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return rows<Row>(this.database.query(sql, [...parameters]));
  }
}
