import { SetMetadata } from '@nestjs/common';
import type { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { EventDefinition, ServiceName } from '@tomekeeper/contracts-events';
import {
  decoratedMethods,
  eventQueue,
  type JobDefinition,
  type JobHandler,
} from '@tomekeeper/jobs';
import type { Transaction } from './transaction';
import type { UnitOfWork } from './unit-of-work';

const HANDLES_EVENT = Symbol('handles event');

interface HandledEvent {
  event: EventDefinition;
  isIdempotent: boolean;
}

/**
 * Marks an event handler: `(payload, transaction) => Promise`, once per event. An idempotent handler receives `(payload,
 * eventId)` instead and may be called again after a failure; it can call other services, because no transaction is open.
 */
export const HandlesEvent = <Payload>(
  event: EventDefinition<string, Payload>,
  { isIdempotent = false } = {},
) => SetMetadata(HANDLES_EVENT, { event, isIdempotent });

/**
 * Maps a service's subscribed events to handlers, as jobs of its event queue.
 * @throws if an event has no handler, several handlers, or does not name this service as a subscriber
 */
export function pairEvents(
  service: ServiceName,
  events: readonly EventDefinition[],
  discovery: DiscoveryService,
  scanner: MetadataScanner,
  reflector: Reflector,
  uow: UnitOfWork,
): Map<JobDefinition, JobHandler> {
  const methods = decoratedMethods<HandledEvent>(HANDLES_EVENT, discovery, scanner, reflector);
  const pairs = new Map<JobDefinition, JobHandler>();
  for (const event of events) {
    const [handler, second] = methods.filter(({ meta }) => meta.event === event);
    if (!handler || second || !event.subscribers.includes(service))
      throw new Error(
        `The event '${event.name}' must have exactly one handler in ${service}, and name it as a subscriber.`,
      );
    pairs.set(asJob(service, event), (payload, { jobId }) =>
      handler.meta.isIdempotent
        ? handler.method(payload, jobId)
        : once(uow, jobId, (transaction) => handler.method(payload, transaction)),
    );
  }
  for (const { meta, where } of methods)
    if (!events.includes(meta.event))
      throw new Error(`${where} handles the undeclared '${meta.event.name}'.`);
  return pairs;
}

/** Events are retried for about a day before they move to the failed set. */
export const EVENT_RETRY = {
  attempts: 40,
  backoff: { type: 'exponential', delayMs: 500, maxDelayMs: 3_600_000 },
} as const;

function asJob(service: ServiceName, event: EventDefinition): JobDefinition {
  return {
    name: event.name,
    queue: eventQueue(service),
    payload: event.payload,
    ...EVENT_RETRY,
  };
}

/** Commits the inbox row together with the handler's effects, so that a repeated event changes nothing. */
async function once(
  uow: UnitOfWork,
  eventId: string,
  handle: (transaction: Transaction) => Promise<unknown>,
): Promise<void> {
  await uow.run(async (transaction) => {
    const taken = await transaction.query<{ event_id: string }>(
      'INSERT INTO inbox (event_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING event_id',
      [eventId],
    );
    if (taken.length > 0) await handle(transaction);
  });
}
