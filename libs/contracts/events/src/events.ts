import type { z } from 'zod';

/** The services that may subscribe to events; each has one queue, `events-<service>`. */
export type ServiceName =
  | 'identity'
  | 'campaign'
  | 'document'
  | 'mailing'
  | 'contact'
  | 'live'
  | 'search';

/** Domain event from one service to others. Delivered at least once, in no guaranteed order. */
export interface EventDefinition<Name extends string = string, Payload = unknown> {
  readonly name: Name;
  readonly payload: z.ZodType<Payload>;
  /** The services that receive the event. The relay adds one job for each. */
  readonly subscribers: readonly ServiceName[];
  /** Maximum delay between two attempts in ms; defaults to one hour. Lower it for events that users wait for. */
  readonly maxRetryDelayMs?: number;
}

/** Declares an event in the publishing service's contract. */
export function defineEvent<Name extends string, Payload>(
  name: Name,
  definition: Omit<EventDefinition<Name, Payload>, 'name'>,
): EventDefinition<Name, Payload> {
  return { name, ...definition };
}
