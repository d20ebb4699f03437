import type { Attributes } from '@opentelemetry/api';
import { traceContext, withTrace, type TraceContext } from '@tomekeeper/correlation';
import { isRecorded } from './traceparent';

/** Describes a span. Attributes contain no personal data. */
export interface SpanDescription {
  /** Low cardinality: a route's pattern, never a path. */
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: Attributes;
}

/** A started span. */
export interface OpenSpan {
  readonly context: TraceContext;
  end(outcome?: SpanOutcome): void;
}

export interface SpanOutcome {
  /** Error name. Never its message, which may quote user content. */
  error?: string | undefined;
  attributes?: Attributes;
}

/** Span of a page's request. */
export type PageSpan = Omit<SpanDescription, 'kind'>;

/** Durations of a request as measured by a page. */
export interface PageTimes {
  /** Time until the request was sent. */
  waitedMs: number;
  /** Time until the response was complete, from the same start. */
  lastedMs: number;
}

/** Span implementation, set if tracing is on. */
export interface Recorder {
  begin(description: SpanDescription, parent: TraceContext | undefined): OpenSpan;
  /** Trusted part of an external caller's trace context. */
  believed(caller: TraceContext | undefined): TraceContext | undefined;
  /** Spans reported by pages in browsers. */
  pages: {
    expect(description: PageSpan): TraceContext;
    finished(spanId: string, times: PageTimes): void;
  };
  flush(): Promise<void>;
}

let recorder: Recorder | undefined;

/** Whether tracing is on in this process. */
export const isTracing = (): boolean => recorder !== undefined;

/** Called only by `startTracing`. */
export function recordWith(next: Recorder | undefined): void {
  recorder = next;
}

/**
 * Starts a span that may be a root span: a request or a job. Propagate its context even if it is not sampled; otherwise every
 * process would decide again.
 */
export function beginTrace(
  description: SpanDescription,
  parent: TraceContext | undefined,
): OpenSpan | undefined {
  return recorder?.begin(description, parent);
}

/** Trusted part of an external caller's trace context: its id and, rate-limited, its sampled flag. */
export function believedTrace(caller: TraceContext | undefined): TraceContext | undefined {
  return recorder?.believed(caller);
}

/** Starts a trace with the request of a page. If sampled, the page receives its span id and may report the request's duration. */
export function expectPageSpan(description: PageSpan): TraceContext | undefined {
  return recorder?.pages.expect(description);
}

/** Ends the span of a page's request. Ignores unexpected and repeated reports. */
export function endPageSpan(spanId: string, times: PageTimes): void {
  recorder?.pages.finished(spanId, times);
}

/** Whether spans of the current work are sampled, to skip expensive descriptions. */
export function isRecording(parent = traceContext()): boolean {
  return recorder !== undefined && parent !== undefined && isRecorded(parent);
}

/** Starts a child span, if the parent is sampled. */
export function beginSpan(
  description: SpanDescription,
  parent = traceContext(),
): OpenSpan | undefined {
  return isRecording(parent) ? recorder?.begin(description, parent) : undefined;
}

/** Runs `work` in a span of the current trace, if sampled. */
export function inSpan<T>(description: SpanDescription, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(description);
  return span ? runIn(span, work) : work();
}

/** Runs `work` in a span and ends the span afterward. */
export async function runIn<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    const result = await withTrace(span.context, work);
    span.end();
    return result;
  } catch (error) {
    span.end({ error: errorName(error) });
    throw error;
  }
}

/** Error category: the code of a system or database error, else the class name. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

export async function flushTraces(): Promise<void> {
  await recorder?.flush();
}
