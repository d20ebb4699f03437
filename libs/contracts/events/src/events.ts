import type { z } from 'zod';

/** The services that may subscribe to events; each has one queue, `events-<service>`. */
export type ServiceName =
  'identity' | 'campaign' | 'document' | 'mailing' | 'contact' | 'live' | 'search';

/** A fact that one service tells others. Delivered at least once, in no order. */
export interface EventDefinition<Name extends string = string, Payload = unknown> {
  readonly name: Name;
  readonly payload: z.ZodType<Payload>;
  /** The services that receive the event. The relay adds one job for each. */
  readonly subscribers: readonly ServiceName[];
  /** Longest delay between two attempts in ms, default one hour: for events that people wait for. */
  readonly maxRetryDelayMs?: number;
}

/** Declares an event in the contract of the service that sends it. */
export function defineEvent<Name extends string, Payload>(
  name: Name,
  definition: Omit<EventDefinition<Name, Payload>, 'name'>,
): EventDefinition<Name, Payload> {
  return { name, ...definition };
}
