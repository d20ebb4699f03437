import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Header that carries the correlation id between processes and back to the browser. */
export const CORRELATION_HEADER = 'x-correlation-id';

/** A place in a trace, in the form of W3C Trace Context. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** The lowest bit says that the trace is recorded. */
  readonly traceFlags: number;
}

/** What everything that is done for one click, call or job has in common. */
interface Work {
  readonly correlationId?: string | undefined;
  readonly trace?: TraceContext | undefined;
}

const WELL_FORMED = /^[\w.-]{8,64}$/;
const storage = new AsyncLocalStorage<Work>();

/** The id of the click, call or job that is being worked on, if any. */
export function correlationId(): string | undefined {
  return storage.getStore()?.correlationId;
}

/** Where in a trace the present work belongs, if anywhere. */
export function traceContext(): TraceContext | undefined {
  return storage.getStore()?.trace;
}

/** Runs `work` as part of the given correlation, and of the given place in a trace. */
export function withCorrelation<T>(id: string, work: () => T, trace = traceContext()): T {
  return storage.run({ correlationId: id, trace }, work);
}

/** Runs `work` at another place in a trace. */
export function withTrace<T>(trace: TraceContext, work: () => T): T {
  return storage.run({ correlationId: correlationId(), trace }, work);
}

/** Runs `work` outside of the present request: without its correlation id and trace. */
export function withoutRequest<T>(work: () => T): T {
  return storage.run({}, work);
}

/** Takes an id from outside when it is well formed, else makes one. */
export function acceptCorrelationId(candidate: unknown): string {
  return typeof candidate === 'string' && WELL_FORMED.test(candidate) ? candidate : randomUUID();
}
