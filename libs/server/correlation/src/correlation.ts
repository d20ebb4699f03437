import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';

/** Header with the correlation id between processes and in responses to the browser. */
export const CORRELATION_HEADER = 'x-correlation-id';

/** Position in a trace (W3C Trace Context). */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  /** The lowest bit means that the trace is sampled. */
  readonly traceFlags: number;
}

/** Context shared by all work for one click, call or job. */
interface Work {
  readonly correlationId?: string | undefined;
  readonly trace?: TraceContext | undefined;
}

const WELL_FORMED = /^[\w.-]{8,64}$/;
const storage = new AsyncLocalStorage<Work>();

/** Correlation id of the current click, call or job, if any. */
export function correlationId(): string | undefined {
  return storage.getStore()?.correlationId;
}

/** Current position in a trace, if any. */
export function traceContext(): TraceContext | undefined {
  return storage.getStore()?.trace;
}

/** Runs `work` with the given correlation id and trace position. */
export function withCorrelation<T>(id: string, work: () => T, trace = traceContext()): T {
  return storage.run({ correlationId: id, trace }, work);
}

/** Runs `work` at another position in a trace. */
export function withTrace<T>(trace: TraceContext, work: () => T): T {
  return storage.run({ correlationId: correlationId(), trace }, work);
}

/** Runs `work` outside the current request: without its correlation id and trace. */
export function withoutRequest<T>(work: () => T): T {
  return storage.run({}, work);
}

/** Accepts a well-formed external id, or else generates one. */
export function acceptCorrelationId(candidate: unknown): string {
  return typeof candidate === 'string' && WELL_FORMED.test(candidate) ? candidate : randomUUID();
}
