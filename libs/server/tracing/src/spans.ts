import type { Attributes } from '@opentelemetry/api';
import { traceContext, withTrace, type TraceContext } from '@tomekeeper/correlation';
import { isRecorded } from './traceparent';

/** A piece of work on its way through the product. Attributes name no person, and nothing that is theirs. */
export interface SpanDescription {
  /** Of few values: a route's pattern, never a path. */
  name: string;
  kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  attributes?: Attributes;
}

/** A span that has begun. */
export interface OpenSpan {
  readonly context: TraceContext;
  end(outcome?: SpanOutcome): void;
}

export interface SpanOutcome {
  /** Name of what went wrong. Never its message, which may quote what people wrote. */
  error?: string | undefined;
  attributes?: Attributes;
}

/** The call of a page. */
export type PageSpan = Omit<SpanDescription, 'kind'>;

/** How long a call took as a page saw it. */
export interface PageTimes {
  /** Until it went out. */
  waitedMs: number;
  /** Until its whole answer was there, from the same moment on. */
  lastedMs: number;
}

/** What spans are made with, once tracing is on. */
export interface Recorder {
  begin(description: SpanDescription, parent: TraceContext | undefined): OpenSpan;
  /** What is believed of a place in a trace that a caller from outside names. */
  believed(caller: TraceContext | undefined): TraceContext | undefined;
  /** Spans that pages in browsers tell of. */
  pages: {
    expect(description: PageSpan): TraceContext;
    finished(spanId: string, times: PageTimes): void;
  };
  flush(): Promise<void>;
}

let recorder: Recorder | undefined;

/** Whether spans are made at all in this process. */
export const isTracing = (): boolean => recorder !== undefined;

/** Only `startTracing` calls this. */
export function recordWith(next: Recorder | undefined): void {
  recorder = next;
}

/**
 * Begins a span that may be the first of its trace: a request, or a job. What it says of its trace is to be
 * passed on even when it isn't recorded, or every process would decide anew.
 */
export function beginTrace(
  description: SpanDescription,
  parent: TraceContext | undefined,
): OpenSpan | undefined {
  return recorder?.begin(description, parent);
}

/** What is believed of the place in a trace that a caller from outside claims: its id, and its wish at times. */
export function believedTrace(caller: TraceContext | undefined): TraceContext | undefined {
  return recorder?.believed(caller);
}

/**
 * Begins a trace with the call of a page in a browser. If it is recorded, the page learns its place there,
 * and may tell how long its call took.
 */
export function expectPageSpan(description: PageSpan): TraceContext | undefined {
  return recorder?.pages.expect(description);
}

/** Ends the span of a page's call. Reports that were not expected, or come twice, are ignored. */
export function endPageSpan(spanId: string, times: PageTimes): void {
  recorder?.pages.finished(spanId, times);
}

/** Whether spans of the present work are kept: a description that takes time need not be made otherwise. */
export function isRecording(parent = traceContext()): boolean {
  return recorder !== undefined && parent !== undefined && isRecorded(parent);
}

/** Begins a span below the given one, if that is recorded. */
export function beginSpan(
  description: SpanDescription,
  parent = traceContext(),
): OpenSpan | undefined {
  return isRecording(parent) ? recorder?.begin(description, parent) : undefined;
}

/** Runs `work` as a span of the present trace, if that is recorded. */
export function inSpan<T>(description: SpanDescription, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(description);
  return span ? runIn(span, work) : work();
}

/** Runs `work` in a span and ends it with the work. */
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

/** What kind of failure it was: the code of a system or a database, else the class. */
export function errorName(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

export async function flushTraces(): Promise<void> {
  await recorder?.flush();
}
