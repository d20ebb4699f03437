import { traceContext, type TraceContext } from '@tomekeeper/correlation';

/** W3C Trace Context header that propagates a trace position between processes. */
export const TRACE_HEADER = 'traceparent';

const VERSION_00 = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;
const ALL_ZERO = /^0+$/;
const RECORDED = 1;

export const isRecorded = ({ traceFlags }: TraceContext): boolean => (traceFlags & RECORDED) !== 0;

/** Parses a trace context header; undefined if malformed. */
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

/** `traceparent` for work that another process continues, now or later. */
export function currentTraceparent(): string | undefined {
  const context = traceContext();
  return context && formatTraceparent(context);
}

/** Log fields that connect a log line with its sampled trace. */
export function traceFields(context: TraceContext | undefined): {
  trace_id?: string;
  span_id?: string;
} {
  return context && isRecorded(context)
    ? { trace_id: context.traceId, span_id: context.spanId }
    : {};
}
