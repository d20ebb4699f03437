import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Header that carries the correlation id between processes and back to the browser. */
export const CORRELATION_HEADER = 'x-correlation-id';

const WELL_FORMED = /^[\w.-]{8,64}$/;
const storage = new AsyncLocalStorage<string>();

/** The id of the click, call or job that is being worked on, if any. */
export function correlationId(): string | undefined {
  return storage.getStore();
}

/** Runs `work` as part of the given correlation. */
export function withCorrelation<T>(id: string, work: () => T): T {
  return storage.run(id, work);
}

/** Takes an id from outside when it is well formed, else makes one. */
export function acceptCorrelationId(candidate: unknown): string {
  return typeof candidate === 'string' && WELL_FORMED.test(candidate) ? candidate : randomUUID();
}
