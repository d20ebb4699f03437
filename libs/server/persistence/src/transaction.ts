import type { EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';
import { Outbox } from './outbox';

/** A running transaction with its outbox. */
export class Transaction {
  readonly outbox: Outbox;

  constructor(private readonly manager: EntityManager) {
    this.outbox = new Outbox(this);
  }

  /** Repository of an entity inside this transaction. */
  repo<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.manager.getRepository(entity);
  }

  /** Rows of a raw query inside this transaction. */
  query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return rows<Row>(this.manager.query(sql, [...parameters]));
  }
}

/** Normalizes TypeORM's results: [rows, count] for UPDATE and DELETE, otherwise rows. */
export async function rows<Row extends object>(answer: Promise<unknown>): Promise<Row[]> {
  const result = await answer;
  if (!Array.isArray(result)) return [];
  const isCounted =
    result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number';
  return (isCounted ? result[0] : result) as Row[];
}

/** A unit of work or a transaction, for statements that run in either. */
export type SqlReader = Pick<Transaction, 'query'>;
