import type { z } from 'zod';

/** How long to wait before another try: doubles from `delayMs` up to `maxDelayMs`. */
export interface Backoff {
  type: 'exponential';
  delayMs: number;
  maxDelayMs: number;
}

/** A background job. Payloads hold ids; secrets are sealed. */
export interface JobDefinition<Payload = unknown> {
  readonly name: string;
  readonly queue: string;
  readonly payload: z.ZodType<Payload>;
  /** Tries in all, before the job lands in the failed set. */
  readonly attempts: number;
  readonly backoff: Backoff;
  /** Jobs of this queue that one process works on at once; default 5. */
  readonly concurrency?: number;
}

const QUEUE_NAME = /^[a-z][a-z0-9-]*$/;

/** Declares a job: its payload, tries and back-off in one place. */
export function defineJob<Payload>(definition: JobDefinition<Payload>): JobDefinition<Payload> {
  // BullMQ builds keys with colons; a colon in a name would mix up queues.
  if (!QUEUE_NAME.test(definition.queue) || !QUEUE_NAME.test(definition.name))
    throw new Error(`Job and queue names are kebab-case: ${definition.queue}/${definition.name}`);
  return definition;
}

/** Milliseconds before try number `attempt` (1 = the first repeat), with up to a quarter of jitter. */
export function retryDelay(backoff: Backoff, attempt: number, random = Math.random): number {
  const delay = Math.min(backoff.delayMs * 2 ** (attempt - 1), backoff.maxDelayMs);
  return Math.round(delay * (1 - random() / 4));
}
