import type { EventDefinition } from '@tomekeeper/contracts-events';
import { correlationId } from '@tomekeeper/correlation';
import type { JobDefinition } from '@tomekeeper/jobs';
import { currentTraceparent } from '@tomekeeper/tracing';
import { randomUUID } from 'node:crypto';
import { EVENT_RETRY } from './event-consumer';
import type { Transaction } from './transaction';

/** SQL of the NOTIFY channel of a service's outbox: services share a database. */
export const OUTBOX_CHANNEL = `'outbox_' || current_schema()`;

/**
 * Transactional outbox: events and jobs are committed with the transaction's rows. The relay adds them to the queues afterward,
 * at least once.
 */
export class Outbox {
  /** Whether this transaction wrote outbox rows. */
  hasRows = false;

  constructor(private readonly transaction: Transaction) {}

  /** Publishes an event to all its subscribers. */
  async event<Payload>(event: EventDefinition<string, Payload>, payload: Payload): Promise<void> {
    event.payload.parse(payload);
    const maxDelayMs = event.maxRetryDelayMs;
    const retry = maxDelayMs ? { backoff: { ...EVENT_RETRY.backoff, maxDelayMs } } : {};
    await this.write('event', event.name, event.subscribers.map(String), payload, retry);
  }

  /**
   * Adds a job of this service.
   * @param options.id existing id of the job, if any
   */
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
    this.hasRows = true;
    await this.transaction.query(
      `INSERT INTO outbox (id, kind, name, targets, payload, options, correlation_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING pg_notify(${OUTBOX_CHANNEL}, '')`,
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
