import { randomUUID } from 'node:crypto';
import type { EventDefinition } from '@tomekeeper/contracts-events';
import { correlationId } from '@tomekeeper/correlation';
import type { JobDefinition } from '@tomekeeper/jobs';
import { currentTraceparent } from '@tomekeeper/tracing';
import type { EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';

/**
 * What a transaction tells others: written with its rows, so that both happen or neither. The relay
 * hands it on afterwards, at least once.
 */
export class Outbox {
  /** Whether there is something for the relay to fetch. */
  holdsSomething = false;

  constructor(private readonly transaction: Transaction) {}

  /** Tells every subscriber of an event. */
  async event<Payload>(event: EventDefinition<string, Payload>, payload: Payload): Promise<void> {
    event.payload.parse(payload);
    await this.write('event', event.name, event.subscribers.map(String), payload, {});
  }

  /** Adds a job of this service. @param options.id of the job, where it has one already */
  async job<Payload>(
    job: JobDefinition<Payload>,
    payload: Payload,
    options: { delayMs?: number; id?: string } = {},
  ): Promise<void> {
    job.payload.parse(payload);
    const retry = { attempts: job.attempts, backoff: job.backoff, delay_ms: options.delayMs ?? 0 };
    await this.write('job', job.name, [job.queue], payload, retry, options.id);
  }

  private async write(
    kind: 'event' | 'job',
    name: string,
    targets: string[],
    payload: unknown,
    options: object,
    id: string = randomUUID(),
  ): Promise<void> {
    this.holdsSomething = true;
    await this.transaction.query(
      `INSERT INTO outbox (id, kind, name, targets, payload, options, correlation_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        id,
        kind,
        name,
        targets,
        JSON.stringify(payload),
        JSON.stringify({ ...options, traceparent: currentTraceparent() }),
        correlationId() ?? null,
      ],
    );
  }
}

/** A running transaction, with the outbox for events and jobs that are committed with it. */
export class Transaction {
  readonly outbox: Outbox;

  constructor(private readonly manager: EntityManager) {
    this.outbox = new Outbox(this);
  }

  /** The repository of an entity, inside this transaction. */
  repo<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.manager.getRepository(entity);
  }

  /** Rows of a raw query, inside this transaction. */
  query<Row extends object>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return rows<Row>(this.manager.query(sql, [...parameters]));
  }
}

/** TypeORM answers UPDATE and DELETE with [rows, count] and everything else with rows. */
export async function rows<Row extends object>(answer: Promise<unknown>): Promise<Row[]> {
  const result = await answer;
  if (!Array.isArray(result)) return [];
  const isCounted =
    result.length === 2 && Array.isArray(result[0]) && typeof result[1] === 'number';
  return (isCounted ? result[0] : result) as Row[];
}
