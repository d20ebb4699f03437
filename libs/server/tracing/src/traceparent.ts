import { traceContext, type TraceContext } from '@tomekeeper/correlation';

/** Header of W3C Trace Context that carries a place in a trace between processes. */
export const TRACE_HEADER = 'traceparent';

const VERSION_00 = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;
const ALL_ZERO = /^0+$/;
const RECORDED = 1;

export const isRecorded = ({ traceFlags }: TraceContext): boolean => (traceFlags & RECORDED) !== 0;

/** A place in a trace as a header tells it; whatever is not well formed is none. */
export function parseTraceparent(header: unknown): TraceContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, traceId, spanId, flags] = VERSION_00.exec(header) ?? [];
  if (!traceId || !spanId || !flags || ALL_ZERO.test(traceId) || ALL_ZERO.test(spanId))
    return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & RECORDED };
}

export function formatTraceparent(context: TraceContext): string {
  return `00-${context.traceId}-${context.spanId}-0${context.traceFlags & RECORDED}`;
}

/** The `traceparent` for work that another process continues, now or later. */
export function currentTraceparent(): string | undefined {
  const context = traceContext();
  return context && formatTraceparent(context);
}

/** Fields by which a line of the log is found from a recorded trace, and the trace from the line. */
export function traceFields(context: TraceContext | undefined): {
  trace_id?: string;
  span_id?: string;
} {
  return context && isRecorded(context)
    ? { trace_id: context.traceId, span_id: context.spanId }
    : {};
}
